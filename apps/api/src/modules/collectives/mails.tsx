import { composeEmail, type Email } from '../../platform/mail/email.ts';
import { MailButton, MailHeading, MailParagraph } from '../../platform/mail/layout.tsx';

/** Informs the organiser that becomes a collective's owner after the last owner's account was deleted. */
export const handOverEmail = (
  { email, username }: { readonly email: string; readonly username: string },
  { name, slug }: { readonly name: string; readonly slug: string },
  publicUrl: string,
): Promise<Email> =>
  composeEmail({
    to: email,
    subject: 'Desde ahora administras un colectivo en Minga',
    reason: 'Recibes este correo porque haces parte de este colectivo en Minga.',
    body: (
      <>
        <MailHeading>Hola, {username}</MailHeading>
        <MailParagraph>
          Quien administraba el colectivo «{name}» eliminó su cuenta. Como eres quien lleva más tiempo
          organizándolo, desde ahora lo administras tú: sus datos, sus actividades y quiénes hacen parte.
        </MailParagraph>
        <MailButton href={`${publicUrl}/colectivos/${slug}`}>Ver el colectivo</MailButton>
        <MailParagraph>Si no quieres encargarte, nombra a otra persona y después retírate.</MailParagraph>
      </>
    ),
  });
