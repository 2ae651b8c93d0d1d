import { SITE_NAME } from '@minga/contract/site-words';
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
import { MailArrivalCode } from './personal-link.tsx';
import type { Attachment } from './schema.ts';

/** Text of our own or of users, a link, bold text, or literal text with its line breaks. */
type Piece =
  | string
  | { readonly text: string; readonly url: string }
  | { readonly strong: MailText }
  | { readonly literal: string };

/** Text of an e-mail. Web addresses are inert in each piece, except in links and in literal text. */
export type MailText = string | readonly Piece[];

/**
 * Tags a template whose values are text, links or literal text. Values stay pieces of their own, so that `inertText` never reads a text of a
 * user together with the words around it. In the text version the URL of a link follows its text, so no punctuation may follow a link.
 */
export const mailText = (words: TemplateStringsArray, ...values: readonly (Piece | number)[]): Piece[] => {
  const pieces: Piece[] = [words[0] ?? ''];
  for (const [index, word] of words.slice(1).entries()) {
    const value = values[index] ?? '';
    // The name of the site is a part of the words around it.
    if (value === SITE_NAME) pieces.push(`${String(pieces.pop())}${SITE_NAME}${word}`);
    else pieces.push(typeof value === 'number' ? String(value) : value, word);
  }
  return pieces;
};

export const LINE_BREAK: Piece = { literal: '\n' };

/** A paragraph with a link that only the recipient may use, without an account. */
export const personalLinkText = (question: string, text: string, url: string): MailText =>
  mailText`${question} ${{ text, url }} (no necesitas cuenta). El enlace es solo tuyo: no lo compartas.`;

/** A paragraph for a person whom an organiser added and who has not confirmed, or null (docs/rules.md R21.6). */
export const refusalText = (url: string | null): MailText | null =>
  url === null
    ? null
    : mailText`Quien organiza te agregó a esta lista y tú no lo has confirmado. ¿No querías estar en ella? ${{ text: 'No fui yo, quítame', url }}`;

/** A paragraph with the address of the attendees' chat, or null without one. */
export const chatText = (url: string | null): MailText | null =>
  url === null
    ? null
    : mailText`${{ text: 'Entra al grupo de chat', url }} de esta actividad. Lo creó quien la organiza, fuera de ${SITE_NAME}.`;

/**
 * A paragraph, rows with a label and a value, a button, the code that an attendee shows at the door, or parts that belong together. Null
 * parts are omitted.
 */
export type Part =
  | MailText
  | { readonly details: readonly { readonly label: string; readonly value: Piece }[] }
  | { readonly button: string; readonly url: string }
  | { readonly arrivalPage: string | null; readonly arrivalImage: string | null }
  | { readonly group: readonly Part[] }
  | null;

/** An e-mail that consists of a heading and parts. */
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
      <Parts of={body} />
    </>
  ),
});

const Parts = ({ of }: { readonly of: readonly Part[] }) =>
  numbered(of).map(({ number, part }) => <NoticePart key={number} part={part} />);

function NoticePart({ part }: { readonly part: Part }): ReactNode {
  if (part === null) return null;
  if (typeof part === 'string' || isPieces(part)) return createElement(MailParagraph, null, ...nodesOf(part));
  if ('button' in part) return <MailButton href={part.url}>{part.button}</MailButton>;
  if ('group' in part)
    return (
      <div>
        <Parts of={part.group} />
      </div>
    );
  if ('details' in part)
    return <MailDetails rows={part.details.map(({ label, value }) => ({ label, value: nodeOf(value) }))} />;
  const { arrivalPage: page, arrivalImage: image } = part;
  return page !== null && image !== null && <MailArrivalCode page={page} image={image} />;
}

const isPieces = (part: Exclude<Part, string | null>): part is readonly Piece[] => Array.isArray(part);

/** The nodes of a text, which React gets as separate children, so that they need no keys. */
const nodesOf = (text: MailText): ReactNode[] => (typeof text === 'string' ? [text] : text).map(nodeOf);

function nodeOf(piece: Piece): ReactNode {
  if (typeof piece === 'string') return piece;
  if ('strong' in piece) return createElement('strong', null, ...nodesOf(piece.strong));
  if ('literal' in piece) return createElement(MailLiteral, null, ...linesOf(piece.literal));
  return <MailLink href={piece.url}>{piece.text}</MailLink>;
}

/** The lines of a text, with an element between two of them. */
const linesOf = (text: string): ReactNode[] =>
  numbered(text.split('\n')).flatMap(({ number, part }) =>
    number === 1 ? [part] : [<br key={number} />, part],
  );
