import { composeEmail, type Email } from '../../platform/mail/email.ts';
import { MailButton, MailDetails, MailHeading, MailParagraph } from '../../platform/mail/layout.tsx';
import { type Addressee, recoveryUrl, WHY_OWNER } from './mails.tsx';

/** Informs the owner of a passkey with which the account can be entered from now on. */
export const passkeyAddedEmail = (
  { email, username }: Addressee,
  name: string,
  publicUrl: string,
): Promise<Email> =>
  composeEmail({
    to: email,
    subject: 'Agregaste una llave de acceso a tu cuenta de Minga',
    reason: WHY_OWNER,
    body: (
      <>
        <MailHeading>Hay una llave de acceso nueva</MailHeading>
        <MailParagraph>
          Hola, {username}. Desde ahora puedes entrar a tu cuenta con esta llave, sin contraseña:
        </MailParagraph>
        <MailDetails rows={[{ label: 'Llave', value: name }]} />
        <MailParagraph>
          Si fuiste tú, no tienes que hacer nada más. Si no fuiste tú, quítala en tu perfil y pon una
          contraseña nueva cuanto antes:
        </MailParagraph>
        <MailButton href={recoveryUrl(publicUrl)}>Poner una contraseña nueva</MailButton>
      </>
    ),
  });

/** Informs the owner that a passkey no longer works. */
export const passkeyRemovedEmail = (
  { email, username }: Addressee,
  name: string,
  publicUrl: string,
): Promise<Email> =>
  composeEmail({
    to: email,
    subject: 'Quitaste una llave de acceso de tu cuenta de Minga',
    reason: WHY_OWNER,
    body: (
      <>
        <MailHeading>Ya no sirve una llave de acceso</MailHeading>
        <MailParagraph>Hola, {username}. Esta llave ya no abre tu cuenta:</MailParagraph>
        <MailDetails rows={[{ label: 'Llave', value: name }]} />
        <MailParagraph>
          Si fuiste tú, no tienes que hacer nada más. Si no fuiste tú, pon una contraseña nueva cuanto antes:
        </MailParagraph>
        <MailButton href={recoveryUrl(publicUrl)}>Poner una contraseña nueva</MailButton>
      </>
    ),
  });
