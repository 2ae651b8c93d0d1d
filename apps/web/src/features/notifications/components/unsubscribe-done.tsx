import type { NotificationKind } from '@minga/contract/notification-settings';
import { OutcomePage } from '../../../components/outcome-page.tsx';
import { kindNames } from '../kinds.ts';
import { UnsubscribeLinks } from './unsubscribe-links.tsx';

interface Props {
  kind: NotificationKind;
  hasAccount: boolean;
  isSignedIn: boolean;
}

/** Confirms the unsubscription and says how to subscribe again. */
export const UnsubscribeDone = ({ kind, hasAccount, isSignedIn }: Props) => (
  <OutcomePage
    heading="Listo"
    title={`Ya no te enviaremos ${kindNames[kind].mails}`}
    text={hasAccount ? 'Si cambias de idea, actívalos otra vez en «Configurar Notificaciones».' : undefined}
  >
    <UnsubscribeLinks isSignedIn={isSignedIn} />
  </OutcomePage>
);
