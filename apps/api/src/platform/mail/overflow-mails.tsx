import { SITE_NAME } from '@minga/contract/site-words';
import { Fragment } from 'react';
import { composeEmail, type Email } from './email.ts';
import { MailHeading, MailLink, MailLiteral, MailParagraph, numbered } from './layout.tsx';

/** An email that is a part of a gathered email. */
export interface OverflowItem {
  readonly subject: string;
  /** The text part. */
  readonly text: string;
  readonly unsubscribeUrl: string | null;
  readonly replyTo: string | null;
}

/** The start of the sentence that offers to reply. An email with this sentence has a Reply-To. */
export const REPLY_NOTE = 'Puedes responder a este correo';

/** Composes the gathered email from the held emails of a mailbox, with all their texts and links. */
export async function overflowEmail(
  to: string,
  items: readonly [OverflowItem, ...OverflowItem[]],
  { publicUrl, siteName }: { readonly publicUrl: string; readonly siteName: string },
): Promise<Email> {
  const [first, ...others] = items;
  // With several reply addresses the email has none, since a reply would reach only one of the senders.
  const replyTo = others.every(other => other.replyTo === first.replyTo) ? first.replyTo : null;
  const isShown = (paragraph: string) => replyTo !== null || !paragraph.startsWith(REPLY_NOTE);
  const email = await composeEmail({
    to,
    subject: others.length === 0 ? first.subject : `Te juntamos ${items.length} correos de ${SITE_NAME}`,
    reason: `Recibes este correo porque hoy ya te llegaron varios de ${SITE_NAME}: los demás van juntos, para no llenar tu buzón.`,
    body: (
      <>
        <MailHeading>{others.length === 0 ? first.subject : 'Varios correos en uno'}</MailHeading>
        <MailParagraph>
          Hoy ya te habíamos enviado varios correos, así que{' '}
          {others.length === 0 ? 'este te llega más tarde' : `juntamos aquí los otros ${items.length}`}.
        </MailParagraph>
        {numbered(items).map(({ number, part: { subject, text, unsubscribeUrl } }) => (
          <Fragment key={number}>
            {others.length > 0 && (
              <MailParagraph>
                <strong>
                  {number}. {subject}
                </strong>
              </MailParagraph>
            )}
            {numbered(essence(text, siteName).filter(isShown)).map(({ number: line, part: paragraph }) => (
              <MailParagraph key={line}>
                <MailLiteral>{withLinks(paragraph, publicUrl)}</MailLiteral>
              </MailParagraph>
            ))}
            {unsubscribeUrl !== null && (
              <MailParagraph>
                <MailLink href={unsubscribeUrl}>No recibir más correos como este</MailLink>
              </MailParagraph>
            )}
          </Fragment>
        ))}
      </>
    ),
  });
  return { ...email, replyTo };
}

/** Returns the paragraphs of an email's text part, without the header, which is the site's name, and the footer of its layout. */
function essence(text: string, siteName: string): string[] {
  const body = text.replace(/\n-{10,}\n(?![\s\S]*\n-{10,}\n)[\s\S]*$/, '');
  const paragraphs = body
    .split(/\n{2,}/)
    .map(paragraph => paragraph.trim())
    .filter(paragraph => paragraph !== '');
  return paragraphs[0] === siteName ? paragraphs.slice(1) : paragraphs;
}

/** Makes addresses of this site links. All other addresses remain text. */
const withLinks = (paragraph: string, publicUrl: string) =>
  numbered(paragraph.split(/(https?:\/\/\S+)/)).map(({ number, part: piece }) =>
    piece.startsWith(`${publicUrl}/`) ? (
      <MailLink key={number} href={piece}>
        <MailLiteral>{piece}</MailLiteral>
      </MailLink>
    ) : (
      piece
    ),
  );
