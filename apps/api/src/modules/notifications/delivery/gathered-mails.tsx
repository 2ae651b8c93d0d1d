import { Fragment } from 'react';
import { composeEmail, type Email } from '../../../platform/mail/email.ts';
import {
  MailButton,
  MailDetails,
  MailHeading,
  MailLink,
  MailParagraph,
  numbered,
} from '../../../platform/mail/layout.tsx';
import type { Platform } from '../../../platform/platform.ts';
import type { DigestItem } from '../rules.ts';

export interface Addressee {
  readonly username: string;
  readonly email: string;
}

/** Limits the length of the e-mail. The bell contains all notifications. */
const LISTED_MAX = 50;

const GENERAL_REASON = 'Recibes este correo por lo que haces en Minga.';

const headings: Record<DigestItem['greeting'], (username: string) => string> = {
  hello: username => `Hola, ${username}`,
  'good-news': username => `¡Buenas noticias, ${username}!`,
  thanks: username => `Gracias, ${username}`,
};

/** A single item is composed like a separate e-mail, several items as a list. */
export function gatheredEmail(
  account: Addressee,
  items: readonly [DigestItem, ...DigestItem[]],
  unsubscribeUrl: string,
  { publicUrl }: Pick<Platform, 'publicUrl'>,
): Promise<Email> {
  const [first, ...others] = items;
  return others.length === 0
    ? singleEmail(account, first, unsubscribeUrl, publicUrl)
    : listEmail(account, items, unsubscribeUrl, publicUrl);
}

const singleEmail = (
  { username, email }: Addressee,
  { subject, greeting, text, details, note, link, reason }: DigestItem,
  unsubscribeUrl: string,
  publicUrl: string,
): Promise<Email> =>
  composeEmail({
    to: email,
    subject,
    reason,
    unsubscribeUrl,
    body: (
      <>
        <MailHeading>{headings[greeting](username)}</MailHeading>
        <MailParagraph>{text}</MailParagraph>
        {details.length > 0 && <MailDetails rows={details} />}
        {note !== null && <MailParagraph>{note}</MailParagraph>}
        {link !== null && <MailButton href={`${publicUrl}${link.path}`}>{link.label}</MailButton>}
      </>
    ),
  });

function listEmail(
  { username, email }: Addressee,
  items: readonly [DigestItem, ...DigestItem[]],
  unsubscribeUrl: string,
  publicUrl: string,
): Promise<Email> {
  const listed = items.slice(0, LISTED_MAX);
  const more = items.length - listed.length;
  const notes = [...new Set(listed.flatMap(({ note }) => note ?? []))];
  return composeEmail({
    to: email,
    subject: `${items[0].subject} y ${items.length === 2 ? 'otra novedad' : `${items.length - 1} novedades más`}`,
    reason: new Set(items.map(({ reason }) => reason)).size === 1 ? items[0].reason : GENERAL_REASON,
    unsubscribeUrl,
    body: (
      <>
        <MailHeading>Hola, {username}</MailHeading>
        <MailParagraph>Te contamos {items.length} novedades en un solo correo:</MailParagraph>
        {numbered(listed).map(({ number, part }) => (
          <Item key={number} item={part} publicUrl={publicUrl} />
        ))}
        {more > 0 && (
          <MailParagraph>
            {more === 1 ? 'Hay otra novedad' : `Hay otras ${more} novedades`} en tu campana.
          </MailParagraph>
        )}
        {notes.map(note => (
          <MailParagraph key={note}>{note}</MailParagraph>
        ))}
      </>
    ),
  });
}

function Item({ item, publicUrl }: { readonly item: DigestItem; readonly publicUrl: string }) {
  const { subject, text, details, link } = item;
  return (
    <MailParagraph>
      <strong>{subject}</strong>
      <br />
      {text}
      {details.map(({ label, value }) => (
        <Fragment key={label}>
          <br />
          {label}: {value}
        </Fragment>
      ))}
      {link !== null && (
        <>
          <br />
          <MailLink href={`${publicUrl}${link.path}`}>{link.label}</MailLink>
        </>
      )}
    </MailParagraph>
  );
}
