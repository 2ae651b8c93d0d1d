import { composeEmail, type Email } from '../../platform/mail/email.ts';
import { MailButton, MailDetails, MailHeading, MailParagraph } from '../../platform/mail/layout.tsx';
import { reasonsInWords } from '../notifications/rules.ts';
import type { Why } from './text-rules.ts';

interface Addressee {
  readonly username: string;
  readonly email: string;
}

const PUBLISHED_WHY = 'Recibes este correo porque publicaste esto en Minga.';

export const reporterEmail = (
  { username, email }: Addressee,
  text: string,
  unsubscribeUrl: string,
): Promise<Email> =>
  composeEmail({
    to: email,
    subject: 'Gracias por tu reporte',
    reason: 'Recibes este correo porque reportaste algo en Minga.',
    unsubscribeUrl,
    body: (
      <>
        <MailHeading>Gracias, {username}</MailHeading>
        <MailParagraph>{text}</MailParagraph>
        <MailParagraph>
          Avisar ayuda a que Minga sea un lugar seguro. No le decimos a nadie quién reportó.
        </MailParagraph>
      </>
    ),
  });

/** To the author, with the decision's reason and the kinds of the reports in `text`. */
export const outcomeEmail = (
  { username, email }: Addressee,
  { title, text }: { readonly title: string; readonly text: string },
  unsubscribeUrl: string,
  publicUrl: string,
): Promise<Email> =>
  composeEmail({
    to: email,
    subject: title,
    reason: PUBLISHED_WHY,
    unsubscribeUrl,
    body: (
      <>
        <MailHeading>Hola, {username}</MailHeading>
        <MailParagraph>{text}</MailParagraph>
        <MailButton href={`${publicUrl}/tasks`}>Ir a mis actividades</MailButton>
      </>
    ),
  });

/** To an author whose account is being deactivated. */
export const bannedEmail = (
  { username, email }: Addressee,
  { text, reason, reported }: Why & { readonly text: string },
): Promise<Email> =>
  composeEmail({
    to: email,
    subject: 'Ocultamos lo que publicaste',
    reason: PUBLISHED_WHY,
    body: (
      <>
        <MailHeading>Hola, {username}</MailHeading>
        <MailParagraph>{text}</MailParagraph>
        <MailDetails
          rows={[
            { label: 'Motivo', value: reason },
            ...(reported.length === 0 ? [] : [{ label: 'Reportes por', value: reasonsInWords(reported) }]),
          ]}
        />
      </>
    ),
  });
