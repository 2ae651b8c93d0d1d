import {
  MailButton,
  MailDetails,
  MailHeading,
  MailLink,
  MailParagraph,
} from '../../platform/mail/layout.tsx';
import { composeLetter, type Letter } from '../../platform/mail/letter.ts';
import { type Addressee, recoveryUrl, WHY_OWNER } from './mails.tsx';

/** To somebody for whom an account was made that administers. */
export const newAdminLetter = ({ email, username }: Addressee, publicUrl: string): Promise<Letter> =>
  composeLetter({
    to: email,
    subject: 'Desde ahora administras Minga',
    why: WHY_OWNER,
    body: (
      <>
        <MailHeading>Desde ahora administras Minga</MailHeading>
        <MailParagraph>
          Hola, {username}. La superadministración creó una cuenta para ti: entras con este correo y con la
          contraseña que te den. Si no te la han dado, pon tú una nueva.
        </MailParagraph>
        <MailButton href={recoveryUrl(publicUrl)}>Poner mi contraseña</MailButton>
        <MailParagraph>
          ¿Ya tienes una? <MailLink href={`${publicUrl}/login`}>Inicia sesión</MailLink>. Si no esperabas este
          mensaje, respóndelo para que lo aclaremos.
        </MailParagraph>
      </>
    ),
  });

/** To somebody who administers again. */
export const adminAgainLetter = ({ email, username }: Addressee, publicUrl: string): Promise<Letter> =>
  composeLetter({
    to: email,
    subject: 'Vuelves a administrar Minga',
    why: WHY_OWNER,
    body: (
      <>
        <MailHeading>Vuelves a administrar</MailHeading>
        <MailParagraph>
          Hola, {username}. La superadministración te devolvió la administración de Minga y cerramos tus
          sesiones abiertas: inicia sesión de nuevo para usarla.
        </MailParagraph>
        <MailButton href={`${publicUrl}/login`}>Iniciar sesión</MailButton>
      </>
    ),
  });

/** To somebody who no longer administers. */
export const adminNoMoreLetter = ({ email, username }: Addressee, publicUrl: string): Promise<Letter> =>
  composeLetter({
    to: email,
    subject: 'Ya no administras Minga',
    why: WHY_OWNER,
    body: (
      <>
        <MailHeading>Ya no administras Minga</MailHeading>
        <MailParagraph>
          Hola, {username}. La superadministración retiró la administración de tu cuenta y cerramos tus
          sesiones abiertas. Tu cuenta sigue: con el mismo correo y la misma contraseña publicas actividades y
          asistes a otras como cualquier persona.
        </MailParagraph>
        <MailButton href={`${publicUrl}/login`}>Iniciar sesión</MailButton>
        <MailParagraph>Si crees que es un error, responde a este mensaje.</MailParagraph>
      </>
    ),
  });

/** To somebody whose password the superadministration has set. */
export const passwordSetLetter = ({ email, username }: Addressee, publicUrl: string): Promise<Letter> =>
  composeLetter({
    to: email,
    subject: 'Tu contraseña de Minga cambió',
    why: WHY_OWNER,
    body: (
      <>
        <MailHeading>Tu contraseña cambió</MailHeading>
        <MailParagraph>
          Hola, {username}. La superadministración de Minga puso una contraseña nueva en tu cuenta y cerramos
          todas tus sesiones. Para que solo tú la conozcas, pon otra:
        </MailParagraph>
        <MailButton href={recoveryUrl(publicUrl)}>Poner mi contraseña</MailButton>
      </>
    ),
  });

/** To the address that an account had until administration changed it. */
export const addressReplacedLetter = ({ email, username }: Addressee, newEmail: string): Promise<Letter> =>
  composeLetter({
    to: email,
    subject: 'El correo de tu cuenta de Minga cambió',
    why: 'Recibes este correo porque tu cuenta de Minga usaba esta dirección.',
    body: (
      <>
        <MailHeading>El correo de tu cuenta cambió</MailHeading>
        <MailParagraph>
          Hola, {username}. Quien administra Minga cambió el correo de tu cuenta. Desde ahora entras y recibes
          sus mensajes con otra dirección:
        </MailParagraph>
        <MailDetails rows={[{ label: 'Correo nuevo', value: newEmail }]} />
        <MailParagraph>Si no lo pediste, responde a este mensaje para que lo corrijamos.</MailParagraph>
      </>
    ),
  });

/** To the address that administration has given an account; without a name, as nobody has proved whose address it is. */
export const addressGivenLetter = (email: string, publicUrl: string): Promise<Letter> =>
  composeLetter({
    to: email,
    subject: 'Este es ahora el correo de una cuenta de Minga',
    why: WHY_OWNER,
    body: (
      <>
        <MailHeading>Tu cuenta usa ahora este correo</MailHeading>
        <MailParagraph>
          Quien administra Minga puso esta dirección en una cuenta. Desde ahora se entra con ella y aquí
          llegan los mensajes de la cuenta.
        </MailParagraph>
        <MailButton href={`${publicUrl}/login`}>Iniciar sesión</MailButton>
        <MailParagraph>
          Si no tienes una cuenta en Minga, responde a este mensaje para que quitemos tu dirección.
        </MailParagraph>
      </>
    ),
  });
