import { VERIFICATION_HOURS } from '@minga/contract/accounts';
import { MailButton, MailHeading, MailParagraph } from '../../platform/mail/layout.tsx';
import { composeLetter, type Letter } from '../../platform/mail/letter.ts';

/** The link that proves an address and signs its owner in. */
export const verificationLetter = (
  { email, username }: { email: string; username: string },
  url: string,
): Promise<Letter> =>
  composeLetter({
    to: email,
    subject: 'Verifica tu correo para entrar a Minga',
    why: 'Recibes este correo porque alguien creó una cuenta de Minga con esta dirección.',
    body: (
      <>
        <MailHeading>¡Hola, {username}!</MailHeading>
        <MailParagraph>
          Ya casi haces parte de Minga. Confirma que este correo es tuyo y tu cuenta queda lista para publicar
          actividades y acompañar las de otras personas.
        </MailParagraph>
        <MailButton href={url}>Verificar mi correo</MailButton>
        <MailParagraph>
          El enlace sirve una sola vez y vence en {VERIFICATION_HOURS} horas. Si no creaste una cuenta en
          Minga, ignora este mensaje: sin tu confirmación la cuenta no se activa.
        </MailParagraph>
      </>
    ),
  });

/** For somebody who registers an address that has an account: told by mail alone, never on the screen. */
export const accountExistsLetter = (email: string, publicUrl: string): Promise<Letter> =>
  composeLetter({
    to: email,
    subject: 'Ya tienes una cuenta en Minga',
    why: 'Recibes este correo porque tu cuenta de Minga usa esta dirección.',
    body: (
      <>
        <MailHeading>Ya tienes una cuenta</MailHeading>
        <MailParagraph>
          Alguien, quizá tú, intentó registrarse en Minga con este correo. Ya tiene una cuenta, así que no
          creamos otra ni cambiamos nada.
        </MailParagraph>
        <MailButton href={`${publicUrl}/login`}>Iniciar sesión</MailButton>
        <MailParagraph>Si no fuiste tú, no tienes que hacer nada.</MailParagraph>
      </>
    ),
  });
