import type { NotificationKind } from '@minga/contract/notifications';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { kindNames } from '../kinds.ts';
import { UnsubscribeWays } from './unsubscribe-ways.tsx';

interface Props {
  kind: NotificationKind;
  hasAccount: boolean;
  isSignedIn: boolean;
}

/** They have ended, and how they can begin again. */
export const UnsubscribeDone = ({ kind, hasAccount, isSignedIn }: Props) => (
  <>
    <PageHeading title="Listo" />
    <div role="status">
      <EmptyState
        drawing="letter"
        title={`Ya no te enviaremos ${kindNames[kind].mails}`}
        {...(hasAccount && { text: 'Si cambias de idea, actívalos otra vez en tu perfil, en «Avisos».' })}
      />
    </div>
    <UnsubscribeWays isSignedIn={isSignedIn} />
  </>
);
