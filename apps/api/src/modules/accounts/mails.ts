import { RECOVERY_MINUTES, VERIFICATION_HOURS } from '@minga/contract/accounts';
import type { TokenScope } from '@minga/contract/api-tokens';
import { EMAIL_CHANGE_HOURS } from '@minga/contract/profile';
import { SITE_NAME } from '@minga/contract/site-words';
import { longDate, sentence } from '../../platform/local-time.ts';
import type { Email } from '../../platform/mail/email.ts';
import { mailText, notice } from '../../platform/mail/notice.tsx';
import type { Platform } from '../../platform/platform.ts';

export interface Addressee {
  readonly email: string;
  readonly username: string;
}

export const WHY_OWNER = `Recibes este correo porque tu cuenta de ${SITE_NAME} usa esta dirección.`;
export const WHY_PAST_OWNER = `Recibes este correo porque tu cuenta de ${SITE_NAME} usaba esta dirección.`;

/** The URL of the sign-in screen with its recovery dialog open. */
export const recoveryUrl = (publicUrl: string) => `${publicUrl}/login?recuperar=si`;

/**
 * Contains the link that verifies an address and signs its owner in. Omits the entered name, since the address is
 * unverified and the name may be an advertisement.
 */
export const verificationEmail = ({ email }: { email: string }, url: string): Promise<Email> =>
  notice({
    to: email,
    subject: `Verifica tu correo para entrar a ${SITE_NAME}`,
    reason: `Recibes este correo porque alguien creó una cuenta de ${SITE_NAME} con esta dirección.`,
    heading: `¡Ya casi haces parte de ${SITE_NAME}!`,
    body: [
      'Confirma que este correo es tuyo y tu cuenta queda lista para publicar actividades y acompañar las de otras personas.',
      { button: 'Verificar mi correo', url },
      mailText`El enlace sirve una sola vez y vence en ${VERIFICATION_HOURS} horas. Si pides otro, este deja de servir. Si no creaste una cuenta en ${SITE_NAME}, ignora este mensaje: sin tu confirmación la cuenta no se activa.`,
    ],
  });

/** Informs the owner of an address that was registered again, since the screen must not reveal that it has an account. */
export const accountExistsEmail = (email: string, publicUrl: string): Promise<Email> =>
  notice({
    to: email,
    subject: `Ya tienes una cuenta en ${SITE_NAME}`,
    reason: WHY_OWNER,
    heading: 'Ya tienes una cuenta',
    body: [
      `Alguien, quizá tú, quiso usar este correo para otra cuenta de ${SITE_NAME}. Ya tiene una, así que no creamos ni cambiamos nada.`,
      { button: 'Iniciar sesión', url: `${publicUrl}/login` },
      mailText`¿Olvidaste tu contraseña? ${{ text: 'Pon una nueva', url: recoveryUrl(publicUrl) }}`,
      'Si no fuiste tú, no tienes que hacer nada.',
    ],
  });

/** Contains the link to set a new password. */
export const recoveryEmail = ({ email, username }: Addressee, url: string): Promise<Email> =>
  notice({
    to: email,
    subject: `Pon una contraseña nueva en ${SITE_NAME}`,
    reason: WHY_OWNER,
    heading: mailText`Hola, ${username}`,
    body: [
      'Nos pediste un enlace para volver a entrar a tu cuenta. Con este botón eliges una contraseña nueva.',
      { button: 'Elegir una contraseña', url },
      mailText`El enlace sirve una sola vez y vence en ${RECOVERY_MINUTES} minutos. Al usarlo se cierran todas tus sesiones abiertas. Si no lo pediste tú, ignora este mensaje: tu contraseña sigue igual.`,
    ],
  });

/** Informs the owner after a reset or a change of the password. */
export const passwordChangedEmail = ({ email, username }: Addressee, publicUrl: string): Promise<Email> =>
  notice({
    to: email,
    subject: `Tu contraseña de ${SITE_NAME} cambió`,
    reason: WHY_OWNER,
    heading: 'Tu contraseña cambió',
    body: [
      mailText`Hola, ${username}. La contraseña de tu cuenta acaba de cambiar y cerramos las demás sesiones. Si fuiste tú, no tienes que hacer nada más.`,
      'Si no fuiste tú, recupera tu cuenta cuanto antes:',
      { button: 'Recuperar mi cuenta', url: recoveryUrl(publicUrl) },
    ],
  });

/** Contains the link that verifies the new address of an account. Omits the name, since the address is unverified. */
export const emailChangeEmail = (email: string, url: string): Promise<Email> =>
  notice({
    to: email,
    subject: `Confirma tu correo nuevo en ${SITE_NAME}`,
    reason: `Recibes este correo porque alguien quiere usar esta dirección en su cuenta de ${SITE_NAME}.`,
    heading: 'Confirma tu correo nuevo',
    body: [
      `Pediste usar esta dirección en tu cuenta de ${SITE_NAME}. El cambio se hace cuando lo confirmes; mientras tanto sigue el correo anterior.`,
      { button: 'Confirmar el cambio', url },
      mailText`El enlace sirve una sola vez y vence en ${EMAIL_CHANGE_HOURS} horas. Si no lo pediste tú, ignora este mensaje: no cambia nada.`,
    ],
  });

/** Warns the current address that a change was requested. */
export const emailChangeWarning = ({ email, username }: Addressee, publicUrl: string): Promise<Email> =>
  notice({
    to: email,
    subject: `Pidieron cambiar el correo de tu cuenta de ${SITE_NAME}`,
    reason: WHY_OWNER,
    heading: '¿Vas a cambiar de correo?',
    body: [
      mailText`Hola, ${username}. Alguien que conoce tu contraseña pidió usar otra dirección en tu cuenta. El cambio se hace cuando lo confirme desde allá. Si fuiste tú, no tienes que hacer nada aquí.`,
      'Si no fuiste tú, pon una contraseña nueva: eso anula el cambio.',
      { button: 'Poner una contraseña nueva', url: recoveryUrl(publicUrl) },
    ],
  });

/** Informs the previous address of an account that the owner has changed it. */
export const emailChangedEmail = ({ email, username }: Addressee, newEmail: string): Promise<Email> =>
  notice({
    to: email,
    subject: `El correo de tu cuenta de ${SITE_NAME} cambió`,
    reason: WHY_PAST_OWNER,
    heading: 'El correo de tu cuenta cambió',
    body: [
      mailText`Hola, ${username}. Desde ahora entras a ${SITE_NAME} y recibes sus mensajes con otra dirección:`,
      { details: [{ label: 'Correo nuevo', value: { literal: newEmail } }] },
      'Si fuiste tú, no tienes que hacer nada más. Si no fuiste tú, responde a este mensaje para que te ayudemos a recuperar la cuenta.',
    ],
  });

const ABILITIES = {
  read: 'puede leer lo que tú ves',
  write: 'puede leer y cambiar en tu nombre lo que tú puedes',
} as const;

/** Lets the owner notice a token that another person created. The e-mail does not contain the token. */
export const apiTokenCreatedEmail = (
  { email, username }: Addressee,
  { name, scope, expiresAt }: { readonly name: string; readonly scope: TokenScope; readonly expiresAt: Date },
  { publicUrl, settings }: Pick<Platform, 'publicUrl' | 'settings'>,
): Promise<Email> =>
  notice({
    to: email,
    subject: 'Se creó un token de API en tu cuenta',
    reason: WHY_OWNER,
    heading: 'Hay un token nuevo en tu cuenta',
    body: [
      mailText`Hola, ${username}. Se creó el token «${name}»: el programa que lo use ${ABILITIES[scope]}, menos tu perfil y la administración. ${sentence(`Vence el ${longDate(expiresAt, settings.timeZone)}`)}`,
      { button: 'Ver mis tokens', url: `${publicUrl}/profile#tokens` },
      mailText`¿No fuiste tú? Con una contraseña nueva se cierran tus sesiones y dejan de servir todos tus tokens: ${{ text: 'Poner una contraseña nueva', url: recoveryUrl(publicUrl) }}`,
    ],
  });
