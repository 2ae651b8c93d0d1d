import { SITE_NAME } from '@minga/contract/site-words';
import { longDate } from '../../../platform/local-time.ts';
import type { Email } from '../../../platform/mail/email.ts';
import { mailText, notice } from '../../../platform/mail/notice.tsx';
import { type Addressee, recoveryUrl, WHY_OWNER } from '../mails.ts';

/** Informs the owner that an authenticator app was confirmed. */
export const authenticatorAddedEmail = ({ email, username }: Addressee, publicUrl: string): Promise<Email> =>
  notice({
    to: email,
    subject: `Activaste la aplicación de códigos en ${SITE_NAME}`,
    reason: WHY_OWNER,
    heading: 'Tu cuenta quedó más protegida',
    body: [
      mailText`Hola, ${username}. Desde ahora, después de tu contraseña te pedimos un código de tu aplicación. Guarda en un lugar seguro los códigos de recuperación: sirven si pierdes el celular.`,
      'Si no fuiste tú, pon una contraseña nueva y responde a este mensaje para que te ayudemos.',
      { button: 'Poner una contraseña nueva', url: recoveryUrl(publicUrl) },
    ],
  });

/** Informs the owner that the authenticator app was removed. With `hasPasskeys`, passkeys remain a second factor. */
export const authenticatorRemovedEmail = (
  { email, username }: Addressee,
  hasPasskeys: boolean,
  publicUrl: string,
): Promise<Email> =>
  notice({
    to: email,
    subject: `Quitaste la aplicación de códigos en ${SITE_NAME}`,
    reason: WHY_OWNER,
    heading: 'Ya no sirve tu aplicación de códigos',
    body: [
      mailText`Hola, ${username}. ${
        hasPasskeys
          ? 'Desde ahora, después de tu contraseña te pedimos una llave de acceso o un código de recuperación.'
          : 'Desde ahora basta tu contraseña para entrar. Los códigos de recuperación que guardaste ya no sirven.'
      } Si fuiste tú, no tienes que hacer nada más.`,
      'Si no fuiste tú, recupera tu cuenta cuanto antes:',
      { button: 'Recuperar mi cuenta', url: recoveryUrl(publicUrl) },
    ],
  });

/** Informs the owner that a recovery code was used; `left` is the number of unused ones. */
export const recoveryCodeUsedEmail = (
  { email, username }: Addressee,
  left: number,
  publicUrl: string,
): Promise<Email> =>
  notice({
    to: email,
    subject: `Usaron un código de recuperación en tu cuenta de ${SITE_NAME}`,
    reason: WHY_OWNER,
    heading: 'Usaron un código de recuperación',
    body: [
      mailText`Hola, ${username}. Con la contraseña de tu cuenta y un código de recuperación confirmaron que eras tú.${leftText(left)}`,
      { button: 'Ver mi seguridad', url: `${publicUrl}/profile#seguridad` },
      'Si no fuiste tú, alguien tiene tus códigos y tu contraseña: pon una contraseña nueva y crea códigos nuevos.',
    ],
  });

function leftText(left: number): string {
  if (left === 0) return ' Era el último: crea otros antes de necesitarlos.';
  return left === 1 ? ' Te queda uno.' : ` Te quedan ${left}.`;
}

/** Informs the owner that new recovery codes replaced the earlier ones. */
export const recoveryCodesRenewedEmail = (
  { email, username }: Addressee,
  publicUrl: string,
): Promise<Email> =>
  notice({
    to: email,
    subject: `Hay códigos de recuperación nuevos en tu cuenta de ${SITE_NAME}`,
    reason: WHY_OWNER,
    heading: 'Creaste códigos nuevos',
    body: [
      mailText`Hola, ${username}. Los códigos de recuperación que tenías ya no sirven: guarda los nuevos y bota los viejos. Si fuiste tú, no tienes que hacer nada más.`,
      'Si no fuiste tú, recupera tu cuenta cuanto antes:',
      { button: 'Recuperar mi cuenta', url: recoveryUrl(publicUrl) },
    ],
  });

/** Warns the owner of several wrong codes, entered by a person who knows the password or uses an open session. */
export const wrongCodesEmail = ({ email, username }: Addressee, publicUrl: string): Promise<Email> =>
  notice({
    to: email,
    subject: `Varios códigos equivocados en tu cuenta de ${SITE_NAME}`,
    reason: WHY_OWNER,
    heading: '¿Eres tú quien intenta entrar?',
    body: [
      mailText`Hola, ${username}. Alguien que conoce tu contraseña escribió varios códigos equivocados. No pudo entrar. Si fuiste tú, revisa que la hora de tu celular sea automática o usa un código de recuperación.`,
      'Si no fuiste tú, cambia tu contraseña: ya no es secreta.',
      { button: 'Poner una contraseña nueva', url: recoveryUrl(publicUrl) },
    ],
  });

/** Informs the owner that a superadmin started the removal of the second factors, which the link `url` cancels. */
export const secondFactorResetStartedEmail = (
  { email, username }: Addressee,
  { dueAt, url, timeZone }: { dueAt: Date; url: string; timeZone: string },
): Promise<Email> =>
  notice({
    to: email,
    subject: `Vamos a quitar el segundo factor de tu cuenta de ${SITE_NAME}`,
    reason: WHY_OWNER,
    heading: 'En 24 horas quitamos tu segundo factor',
    body: [
      mailText`Hola, ${username}. Nos dijeron que perdiste el celular y los códigos de recuperación. El ${longDate(dueAt, timeZone)} quitamos el segundo factor de tu cuenta: desde entonces entras solo con tu contraseña. Si lo pediste, no tienes que hacer nada.`,
      'Si no lo pediste, o encontraste tus códigos, detenlo con este botón o entra con un código:',
      { button: 'Detener y dejar todo como está', url },
    ],
  });

/** Informs the owner that the second factors were removed by a reset. */
export const secondFactorResetEmail = ({ email, username }: Addressee, publicUrl: string): Promise<Email> =>
  notice({
    to: email,
    subject: `Quitamos el segundo factor de tu cuenta de ${SITE_NAME}`,
    reason: WHY_OWNER,
    heading: 'Ya puedes entrar con tu contraseña',
    body: [
      mailText`Hola, ${username}. Pasaron las 24 horas y quitamos el segundo factor de tu cuenta. Cuando entres, actívalo de nuevo en tu perfil: así nadie más entra aunque conozca tu contraseña.`,
      { button: 'Iniciar sesión', url: `${publicUrl}/login` },
      'Si no lo pediste, pon una contraseña nueva y responde a este mensaje para que te ayudemos.',
    ],
  });

/** Informs the owner of a new passkey, with which the account can be signed in to. */
export const passkeyAddedEmail = (
  { email, username }: Addressee,
  name: string,
  publicUrl: string,
): Promise<Email> =>
  notice({
    to: email,
    subject: `Agregaste una llave de acceso a tu cuenta de ${SITE_NAME}`,
    reason: WHY_OWNER,
    heading: 'Hay una llave de acceso nueva',
    body: [
      mailText`Hola, ${username}. Desde ahora puedes entrar a tu cuenta con esta llave, sin contraseña:`,
      { details: [{ label: 'Llave', value: name }] },
      'Si fuiste tú, no tienes que hacer nada más. Si no fuiste tú, quítala en tu perfil y pon una contraseña nueva cuanto antes:',
      { button: 'Poner una contraseña nueva', url: recoveryUrl(publicUrl) },
    ],
  });

/** Informs the owner that a passkey no longer works. */
export const passkeyRemovedEmail = (
  { email, username }: Addressee,
  name: string,
  publicUrl: string,
): Promise<Email> =>
  notice({
    to: email,
    subject: `Quitaste una llave de acceso de tu cuenta de ${SITE_NAME}`,
    reason: WHY_OWNER,
    heading: 'Ya no sirve una llave de acceso',
    body: [
      mailText`Hola, ${username}. Esta llave ya no abre tu cuenta:`,
      { details: [{ label: 'Llave', value: name }] },
      'Si fuiste tú, no tienes que hacer nada más. Si no fuiste tú, pon una contraseña nueva cuanto antes:',
      { button: 'Poner una contraseña nueva', url: recoveryUrl(publicUrl) },
    ],
  });
