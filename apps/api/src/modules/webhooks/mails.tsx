import { composeEmail, type Email } from '../../platform/mail/email.ts';
import { MailButton, MailHeading, MailParagraph } from '../../platform/mail/layout.tsx';

interface SwitchedOff {
  /** Of the webhook's address: its path may contain a secret. */
  readonly host: string;
  /** Of the collective. */
  readonly name: string;
  readonly slug: string;
}

/** To an owner of a collective whose webhook has failed for a day. */
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
