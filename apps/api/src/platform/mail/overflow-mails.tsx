import { Fragment } from 'react';
import { composeEmail, type Email } from './email.ts';
import { MailHeading, MailLink, MailLiteral, MailParagraph, numbered } from './layout.tsx';

/** An email that is told as a part of another. */
export interface OverflowItem {
  readonly subject: string;
  /** Its text part. */
  readonly text: string;
  readonly unsubscribeUrl: string | null;
  readonly replyTo: string | null;
}

/** The start of the sentence that offers to reply; the email has a Reply-To then. */
export const REPLY_NOTE = 'Puedes responder a este correo';

/** What a mailbox got beyond the number of emails a day, as far as it was held: all texts with their links. */
export async function overflowEmail(
  to: string,
  items: readonly [OverflowItem, ...OverflowItem[]],
  { publicUrl }: { readonly publicUrl: string },
): Promise<Email> {
  const [first, ...others] = items;
  // A reply to several senders would reach one of them.
  const replyTo = others.every(other => other.replyTo === first.replyTo) ? first.replyTo : null;
  const isShown = (paragraph: string) => replyTo !== null || !paragraph.startsWith(REPLY_NOTE);
  const email = await composeEmail({
    to,
    subject: others.length === 0 ? first.subject : `Te juntamos ${items.length} correos de Minga`,
    reason:
      'Recibes este correo porque hoy ya te llegaron varios de Minga: los demás van juntos, para no llenar tu buzón.',
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
            {numbered(essence(text).filter(isShown)).map(({ number: line, part: paragraph }) => (
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

const BRAND = 'Minga';

/** The paragraphs of an email's text part, without the header and the footer of its layout. */
function essence(text: string): string[] {
  const body = text.replace(/\n-{10,}\n(?![\s\S]*\n-{10,}\n)[\s\S]*$/, '');
  const paragraphs = body
    .split(/\n{2,}/)
    .map(paragraph => paragraph.trim())
    .filter(paragraph => paragraph !== '');
  return paragraphs[0] === BRAND ? paragraphs.slice(1) : paragraphs;
}

/** Addresses of this site become links; all others stay text. */
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
