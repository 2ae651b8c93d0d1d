import { composeEmail, type Email } from '../../platform/mail/email.ts';
import { MailButton, MailHeading, MailParagraph } from '../../platform/mail/layout.tsx';

interface SwitchedOff {
  /** Host of the webhook's URL. The path is omitted because it may contain a secret. */
  readonly host: string;
  /** Name of the collective. */
  readonly name: string;
  readonly slug: string;
}

/** E-mail to an owner of a collective whose webhook was deactivated after a day of failures. */
export const switchedOffEmail = (
  { email, username }: { email: string; username: string },
  { host, name, slug }: SwitchedOff,
  publicUrl: string,
): Promise<Email> =>
  composeEmail({
    to: email,
    subject: `Apagamos un webhook de ${name}`,
    reason: `Recibes este correo porque administras el colectivo ${name} en Minga.`,
    body: (
      <>
        <MailHeading>Apagamos un webhook</MailHeading>
        <MailParagraph>
          Hola, {username}. El webhook de {name} que envía a {host} falló durante un día entero y ya no envía
          nada. Las actividades y las listas siguen igual.
        </MailParagraph>
        <MailParagraph>
          Cuando ese servidor vuelva a responder, entra a la página del colectivo y usa «Probar»: si la prueba
          llega, el webhook vuelve a funcionar.
        </MailParagraph>
        <MailButton href={`${publicUrl}/colectivos/${slug}/editar`}>Ver los webhooks</MailButton>
      </>
    ),
  });
