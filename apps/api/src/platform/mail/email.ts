import { render, toPlainText } from '@react-email/render';
import { createElement, type ReactNode } from 'react';
import { inertText } from './inert-text.ts';
import { MailLayout } from './layout.tsx';
import type { Attachment } from './schema.ts';

/** An email to one address, in HTML and plain text. */
export interface Email {
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** POST unsubscribes from this kind of email (RFC 8058); GET shows a page that offers it. */
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

const DEFAULT_REASON =
  'Recibes este correo porque alguien usó esta dirección en Minga. Si no fuiste tú, no tienes que hacer nada.';

// Headings keep their case and lines are not wrapped. The URL of a link follows its text.
const textOptions = {
  wordwrap: false as const,
  selectors: [{ selector: 'h1', options: { uppercase: false } }],
};

/** Renders the HTML and text parts; web addresses in texts do not work, only links do. Slow, so to be awaited before the transaction that sends the email. */
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
