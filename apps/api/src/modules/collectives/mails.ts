import { SITE_NAME } from '@minga/contract/site-words';
import type { Email } from '../../platform/mail/email.ts';
import { mailText, notice } from '../../platform/mail/notice.tsx';

/** Informs the organiser that becomes a collective's owner after the last owner's account was deleted. */
export const handOverEmail = (
  { email, username }: { readonly email: string; readonly username: string },
  { name, slug }: { readonly name: string; readonly slug: string },
  publicUrl: string,
): Promise<Email> =>
  notice({
    to: email,
    subject: `Desde ahora administras un colectivo en ${SITE_NAME}`,
    reason: `Recibes este correo porque haces parte de este colectivo en ${SITE_NAME}.`,
    heading: mailText`Hola, ${username}`,
    body: [
      mailText`Quien administraba el colectivo «${name}» eliminó su cuenta. Como eres quien lleva más tiempo organizándolo, desde ahora lo administras tú: sus datos, sus actividades y quiénes hacen parte.`,
      { button: 'Ver el colectivo', url: `${publicUrl}/colectivos/${slug}` },
      'Si no quieres encargarte, nombra a otra persona y después retírate.',
    ],
  });
