import type { Site } from '@minga/contract/site';
import { SITE_NAME } from '@minga/contract/site-words';
import { render, toPlainText } from '@react-email/render';
import { createElement, type ReactNode } from 'react';
import { brandOf } from '../site/brand.ts';
import { fillHtml, fillText } from '../site/site-text.ts';
import { inertText } from './inert-text.ts';
import { MailLayout } from './layout.tsx';
import { light } from './palette.ts';
import type { Attachment } from './schema.ts';

/** An email to one address, in HTML and plain text. */
export interface Email {
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** A POST to this URL unsubscribes from this kind of email (RFC 8058); a GET shows a page with a button for it. */
  readonly unsubscribeUrl?: string;
  /** The address to which replies go; by default the site's. */
  readonly replyTo?: string | null;
  readonly attachments?: readonly Attachment[];
}

export interface EmailParts {
  readonly to: string;
  readonly subject: string;
  /** Components of layout.tsx, rendered inside `MailLayout`. */
  readonly body: ReactNode;
  /** One sentence at the end that says why the recipient gets this email. */
  readonly reason?: string;
  readonly unsubscribeUrl?: string;
  readonly attachments?: readonly Attachment[];
}

const DEFAULT_REASON = `Recibes este correo porque alguien usó esta dirección en ${SITE_NAME}. Si no fuiste tú, no tienes que hacer nada.`;

// The case of headings does not change and lines are not wrapped. The URL of a link follows its text.
const textOptions = {
  wordwrap: false as const,
  selectors: [{ selector: 'h1', options: { uppercase: false } }],
};

/**
 * Renders the HTML and text parts; web addresses in texts are inert, only links work. Rendering is slow, so callers await it before they
 * open the transaction that sends the email.
 */
export async function composeEmail({
  to,
  subject: words,
  body,
  reason = DEFAULT_REASON,
  unsubscribeUrl,
  attachments = [],
}: EmailParts): Promise<Email> {
  const subject = inertText(words);
  const unsubscribe = unsubscribeUrl === undefined ? {} : { unsubscribeUrl };
  const html = await render(createElement(MailLayout, { preview: subject, reason, ...unsubscribe }, body));
  return { to, subject, html, text: toPlainText(html, textOptions), attachments, ...unsubscribe };
}

/** Values of the template's placeholders; null omits the part that needs the value. */
type Values<V> = { readonly [Name in keyof V]: string | null };
type Content = Omit<EmailParts, 'to' | 'attachments'>;
type Words = ReadonlyMap<string, string>;

// Placeholders are enclosed in Unicode private use characters, which rendering to HTML and text does not change.
const [OPEN, CLOSE] = ['\uE000', '\uE001'];
const placeholder = new RegExp(`${OPEN}(\\w+)${CLOSE}`);
// The text version collapses spaces, changes control characters and drops empty elements.
const simple = new RegExp(`^(?! )(?:[^\\p{Cc}\u200B${OPEN}${CLOSE} ]| (?! |$))+$`, 'u');
const isSimple = (word: string): boolean => simple.test(word) && word.isWellFormed();

/**
 * A template for emails with many recipients: React renders it once with placeholders, which are then replaced by the
 * values of each email, in a hundredth of the time. A value can therefore only change text; whether a value is null may
 * change more, since each combination of nulls is rendered separately. Values that rendering would alter (`isSimple`)
 * are not substituted: React renders that email completely.
 */
export function emailTemplate<V extends Values<V>>(
  compose: (values: V) => Content,
): (to: string, values: V, attachments?: readonly Attachment[]) => Promise<Email> {
  const renderers = new Map<string, Promise<RenderEmail>>();

  return async (to, values, attachments = []) => {
    const words = new Map(
      Object.entries<string | null>(values).flatMap(([name, word]) => (word === null ? [] : [[name, word]])),
    );
    if (![...words.values()].every(word => isSimple(word) && isSimple(inertText(word))))
      return composeEmail({ to, attachments, ...compose(values) });
    const key = [...words.keys()].join(' ');
    const renderer = renderers.get(key) ?? createRenderer(compose(withPlaceholders(values)));
    renderers.set(key, renderer);
    return { to, attachments, ...(await renderer)(words) };
  };
}

function withPlaceholders<V extends Values<V>>(values: V): V {
  const placeholders = Object.entries<string | null>(values).map(([name, word]) => [
    name,
    word === null ? null : `${OPEN}${name}${CLOSE}`,
  ]);
  return Object.fromEntries(placeholders);
}

type RenderEmail = (words: Words) => Omit<Email, 'to' | 'attachments'>;

async function createRenderer(content: Content): Promise<RenderEmail> {
  const email = await composeEmail({ to: '', ...content });
  const subject = substitution(email.subject);
  const html = substitution(email.html);
  const text = substitution(email.text);
  const unsubscribeUrl = email.unsubscribeUrl === undefined ? null : substitution(email.unsubscribeUrl);
  const links = namesInTags(email.html);
  return values => {
    const words = new Map(
      [...values].map(([name, word]) => [name, links.has(name) ? word : inertText(word)]),
    );
    return {
      subject: subject(words),
      html: html(new Map([...words].map(([name, word]) => [name, escapeHtml(word)]))),
      text: text(words),
      ...(unsubscribeUrl !== null && { unsubscribeUrl: unsubscribeUrl(words) }),
    };
  };
}

/** The names of placeholders in attributes, which are addresses of our own. All other placeholders are text, which has to be inert. */
const namesInTags = (html: string): ReadonlySet<string> =>
  new Set(
    (html.match(/<[^>]*>/g) ?? []).flatMap(tag =>
      tag.split(placeholder).filter((_, index) => index % 2 === 1),
    ),
  );

/** Returns a function that replaces the placeholders of `rendered`. */
function substitution(rendered: string): (words: Words) => string {
  // Literal text and placeholder names alternate.
  const pieces = rendered.split(placeholder);
  return words => pieces.map((piece, index) => (index % 2 === 0 ? piece : words.get(piece))).join('');
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};

/** Escapes the same characters in the same way as React. */
const escapeHtml = (word: string): string => word.replace(/[&<>"']/g, character => entities[character] ?? '');

/** Matches the green of the palette as a value of a style. */
const GREEN = new RegExp(`(?<=color: ?)${light.forest}`, 'g');

const inColour = (html: string, site: Site): string => html.replaceAll(GREEN, brandOf(site).forest);

/** An e-mail with the site's colour, and its name in place of its words (packages/contract/src/site-words.ts). */
export const filledEmail = <E extends Pick<Email, 'subject' | 'html' | 'text'>>(email: E, site: Site): E => ({
  ...email,
  subject: fillText(email.subject, site),
  html: inColour(fillHtml(email.html, site), site),
  text: fillText(email.text, site),
});
