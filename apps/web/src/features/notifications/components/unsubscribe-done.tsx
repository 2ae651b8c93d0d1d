import type { NotificationKind } from '@minga/contract/notification-settings';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { kindNames } from '../kinds.ts';
import { UnsubscribeLinks } from './unsubscribe-links.tsx';

interface Props {
  kind: NotificationKind;
  hasAccount: boolean;
  isSignedIn: boolean;
}

/** Confirms the unsubscription and says how to subscribe again. */
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
    <UnsubscribeLinks isSignedIn={isSignedIn} />
  </>
);
