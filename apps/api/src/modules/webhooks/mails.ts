import { SITE_NAME } from '@minga/contract/site-words';
import type { Email } from '../../platform/mail/email.ts';
import { mailText, notice } from '../../platform/mail/notice.tsx';

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
  notice({
    to: email,
    subject: `Apagamos un webhook de ${name}`,
    reason: `Recibes este correo porque administras el colectivo ${name} en ${SITE_NAME}.`,
    heading: 'Apagamos un webhook',
    body: [
      mailText`Hola, ${username}. El webhook de ${name} que envía a ${host} falló durante un día entero y ya no envía nada. Las actividades y las listas siguen igual.`,
      'Cuando ese servidor vuelva a responder, entra a la página del colectivo y usa «Probar»: si la prueba llega, el webhook vuelve a funcionar.',
      { button: 'Ver los webhooks', url: `${publicUrl}/colectivos/${slug}/editar` },
    ],
  });
