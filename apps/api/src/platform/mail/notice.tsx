import { createElement, type ReactNode } from 'react';
import { composeEmail, type Email, type EmailParts, emailTemplate } from './email.ts';
import {
  MailButton,
  MailDetails,
  MailHeading,
  MailLink,
  MailLiteral,
  MailParagraph,
  numbered,
} from './layout.tsx';
import type { Attachment } from './schema.ts';

type Piece = string | { readonly text: string; readonly url: string } | { readonly literal: string };

/** Text of an e-mail. Web addresses are inert in each piece, except in links and in literal text. */
type MailText = string | readonly Piece[];

/**
 * Tags a template whose values are text, links or literal text. Values stay pieces of their own, so that `inertText` never reads a text of a
 * user together with the words around it. In the text version the URL of a link follows its text, so no punctuation may follow a link.
 */
export const mailText = (words: TemplateStringsArray, ...values: readonly (Piece | number)[]): MailText =>
  words.flatMap((word, index) => {
    const value = values[index];
    return value === undefined ? [word] : [word, typeof value === 'number' ? String(value) : value];
  });

/** A paragraph, rows with a label and a value, or a button. Null parts are omitted. */
type Part =
  | MailText
  | { readonly details: readonly { readonly label: string; readonly value: Piece }[] }
  | { readonly button: string; readonly url: string }
  | null;

/** An e-mail that consists of paragraphs, details and buttons. */
interface Notice {
  readonly subject: string;
  /** One sentence in the footer that says why the recipient gets this e-mail. */
  readonly reason?: string;
  readonly unsubscribeUrl?: string;
  readonly heading: MailText;
  /** The parts below the heading, from top to bottom. */
  readonly body: readonly Part[];
}

/** Composes a notice to one recipient. */
export const notice = ({
  to,
  files = [],
  ...words
}: Notice & { readonly to: string; readonly files?: readonly Attachment[] }): Promise<Email> =>
  composeEmail({ to, attachments: files, ...partsOf(words) });

/** A template of a notice with many recipients, as `emailTemplate`. */
export const noticeTemplate = <V extends { readonly [Name in keyof V]: string | null }>(
  compose: (values: V) => Notice,
) => emailTemplate<V>(values => partsOf(compose(values)));

const partsOf = ({ heading, body, ...words }: Notice): Omit<EmailParts, 'to' | 'attachments'> => ({
  ...words,
  body: (
    <>
      {createElement(MailHeading, null, ...nodesOf(heading))}
      {numbered(body).map(({ number, part }) => (
        <NoticePart key={number} part={part} />
      ))}
    </>
  ),
});

function NoticePart({ part }: { readonly part: Part }): ReactNode {
  if (part === null) return null;
  if (typeof part === 'string' || !('button' in part || 'details' in part))
    return createElement(MailParagraph, null, ...nodesOf(part));
  if ('button' in part) return <MailButton href={part.url}>{part.button}</MailButton>;
  return <MailDetails rows={part.details.map(({ label, value }) => ({ label, value: nodeOf(value) }))} />;
}

/** The nodes of a text, which React gets as separate children, so that they need no keys. */
const nodesOf = (text: MailText): ReactNode[] => (typeof text === 'string' ? [text] : text).map(nodeOf);

function nodeOf(piece: Piece): ReactNode {
  if (typeof piece === 'string') return piece;
  if ('literal' in piece) return <MailLiteral>{piece.literal}</MailLiteral>;
  return <MailLink href={piece.url}>{piece.text}</MailLink>;
}
