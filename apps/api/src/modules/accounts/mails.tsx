import { RECOVERY_MINUTES, VERIFICATION_HOURS } from '@minga/contract/accounts';
import { EMAIL_CHANGE_HOURS } from '@minga/contract/profile';
import { composeEmail, type Email } from '../../platform/mail/email.ts';
import {
  MailButton,
  MailDetails,
  MailHeading,
  MailLink,
  MailLiteral,
  MailParagraph,
} from '../../platform/mail/layout.tsx';

export interface Addressee {
  readonly email: string;
  readonly username: string;
}

export const WHY_OWNER = 'Recibes este correo porque tu cuenta de Minga usa esta dirección.';
export const WHY_PAST_OWNER = 'Recibes este correo porque tu cuenta de Minga usaba esta dirección.';

/** The URL of the sign-in screen with its recovery dialog open. */
export const recoveryUrl = (publicUrl: string) => `${publicUrl}/login?recuperar=si`;

/**
 * Contains the link that verifies an address and signs its owner in. Omits the entered name, since the address is
 * unverified and the name may be an advertisement.
 */
export const verificationEmail = ({ email }: { email: string }, url: string): Promise<Email> =>
  composeEmail({
    to: email,
    subject: 'Verifica tu correo para entrar a Minga',
    reason: 'Recibes este correo porque alguien creó una cuenta de Minga con esta dirección.',
    body: (
      <>
        <MailHeading>¡Ya casi haces parte de Minga!</MailHeading>
        <MailParagraph>
          Confirma que este correo es tuyo y tu cuenta queda lista para publicar actividades y acompañar las
          de otras personas.
        </MailParagraph>
        <MailButton href={url}>Verificar mi correo</MailButton>
        <MailParagraph>
          El enlace sirve una sola vez y vence en {VERIFICATION_HOURS} horas. Si pides otro, este deja de
          servir. Si no creaste una cuenta en Minga, ignora este mensaje: sin tu confirmación la cuenta no se
          activa.
        </MailParagraph>
      </>
    ),
  });

/** Informs the owner of an address that was registered again, since the screen must not reveal that it has an account. */
export const accountExistsEmail = (email: string, publicUrl: string): Promise<Email> =>
  composeEmail({
    to: email,
    subject: 'Ya tienes una cuenta en Minga',
    reason: WHY_OWNER,
    body: (
      <>
        <MailHeading>Ya tienes una cuenta</MailHeading>
        <MailParagraph>
          Alguien, quizá tú, quiso usar este correo para otra cuenta de Minga. Ya tiene una, así que no
          creamos ni cambiamos nada.
        </MailParagraph>
        <MailButton href={`${publicUrl}/login`}>Iniciar sesión</MailButton>
        <MailParagraph>
          ¿Olvidaste tu contraseña? <MailLink href={recoveryUrl(publicUrl)}>Pon una nueva</MailLink>
        </MailParagraph>
        <MailParagraph>Si no fuiste tú, no tienes que hacer nada.</MailParagraph>
      </>
    ),
  });

/** Contains the link to set a new password. */
export const recoveryEmail = ({ email, username }: Addressee, url: string): Promise<Email> =>
  composeEmail({
    to: email,
    subject: 'Pon una contraseña nueva en Minga',
    reason: WHY_OWNER,
    body: (
      <>
        <MailHeading>Hola, {username}</MailHeading>
        <MailParagraph>
          Nos pediste un enlace para volver a entrar a tu cuenta. Con este botón eliges una contraseña nueva.
        </MailParagraph>
        <MailButton href={url}>Elegir una contraseña</MailButton>
        <MailParagraph>
          El enlace sirve una sola vez y vence en {RECOVERY_MINUTES} minutos. Al usarlo se cierran todas tus
          sesiones abiertas. Si no lo pediste tú, ignora este mensaje: tu contraseña sigue igual.
        </MailParagraph>
      </>
    ),
  });

/** Informs the owner after a reset or a change of the password. */
export const passwordChangedEmail = ({ email, username }: Addressee, publicUrl: string): Promise<Email> =>
  composeEmail({
    to: email,
    subject: 'Tu contraseña de Minga cambió',
    reason: WHY_OWNER,
    body: (
      <>
        <MailHeading>Tu contraseña cambió</MailHeading>
        <MailParagraph>
          Hola, {username}. La contraseña de tu cuenta acaba de cambiar y cerramos las demás sesiones. Si
          fuiste tú, no tienes que hacer nada más.
        </MailParagraph>
        <MailParagraph>Si no fuiste tú, recupera tu cuenta cuanto antes:</MailParagraph>
        <MailButton href={recoveryUrl(publicUrl)}>Recuperar mi cuenta</MailButton>
      </>
    ),
  });

/** Contains the link that verifies the new address of an account. Omits the name, since the address is unverified. */
export const emailChangeEmail = (email: string, url: string): Promise<Email> =>
  composeEmail({
    to: email,
    subject: 'Confirma tu correo nuevo en Minga',
    reason: 'Recibes este correo porque alguien quiere usar esta dirección en su cuenta de Minga.',
    body: (
      <>
        <MailHeading>Confirma tu correo nuevo</MailHeading>
        <MailParagraph>
          Pediste usar esta dirección en tu cuenta de Minga. El cambio se hace cuando lo confirmes; mientras
          tanto sigue el correo anterior.
        </MailParagraph>
        <MailButton href={url}>Confirmar el cambio</MailButton>
        <MailParagraph>
          El enlace sirve una sola vez y vence en {EMAIL_CHANGE_HOURS} horas. Si no lo pediste tú, ignora este
          mensaje: no cambia nada.
        </MailParagraph>
      </>
    ),
  });

/** Warns the current address that a change was requested. */
export const emailChangeWarning = ({ email, username }: Addressee, publicUrl: string): Promise<Email> =>
  composeEmail({
    to: email,
    subject: 'Pidieron cambiar el correo de tu cuenta de Minga',
    reason: WHY_OWNER,
    body: (
      <>
        <MailHeading>¿Vas a cambiar de correo?</MailHeading>
        <MailParagraph>
          Hola, {username}. Alguien que conoce tu contraseña pidió usar otra dirección en tu cuenta. El cambio
          se hace cuando lo confirme desde allá. Si fuiste tú, no tienes que hacer nada aquí.
        </MailParagraph>
        <MailParagraph>Si no fuiste tú, pon una contraseña nueva: eso anula el cambio.</MailParagraph>
        <MailButton href={recoveryUrl(publicUrl)}>Poner una contraseña nueva</MailButton>
      </>
    ),
  });

/** Informs the previous address of an account that the owner has changed it. */
export const emailChangedEmail = ({ email, username }: Addressee, newEmail: string): Promise<Email> =>
  composeEmail({
    to: email,
    subject: 'El correo de tu cuenta de Minga cambió',
    reason: WHY_PAST_OWNER,
    body: (
      <>
        <MailHeading>El correo de tu cuenta cambió</MailHeading>
        <MailParagraph>
          Hola, {username}. Desde ahora entras a Minga y recibes sus mensajes con otra dirección:
        </MailParagraph>
        <MailDetails rows={[{ label: 'Correo nuevo', value: <MailLiteral>{newEmail}</MailLiteral> }]} />
        <MailParagraph>
          Si fuiste tú, no tienes que hacer nada más. Si no fuiste tú, responde a este mensaje para que te
          ayudemos a recuperar la cuenta.
        </MailParagraph>
      </>
    ),
  });
