import { render, toPlainText } from '@react-email/render';
import { createElement, type ReactNode } from 'react';
import { MailLayout } from './layout.tsx';
import type { Attachment } from './schema.ts';

/** A letter as it is sent: to one address, in HTML and in plain text. */
export interface Email {
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** Answers a POST by ending such letters (RFC 8058) and a GET by a page that offers to. */
  readonly unsubscribeUrl?: string;
  readonly attachments?: readonly Attachment[];
}

export interface EmailParts {
  readonly to: string;
  readonly subject: string;
  /** Pieces of layout.tsx; the layout itself is put around them. */
  readonly body: ReactNode;
  /** Ends the letter: why one gets it, in one sentence. */
  readonly why?: string;
  readonly unsubscribeUrl?: string;
  readonly attachments?: readonly Attachment[];
}

const WHY =
  'Recibes este correo porque alguien usó esta dirección en Minga. Si no fuiste tú, no tienes que hacer nada.';

// Headings as they were written, lines unbroken; links are written out behind their words.
const textOptions = {
  wordwrap: false as const,
  selectors: [{ selector: 'h1', options: { uppercase: false } }],
};

/** Renders both parts of a letter. To be awaited before the transaction that sends it. */
export async function composeEmail({
  to,
  subject,
  body,
  why = WHY,
  unsubscribeUrl,
  attachments = [],
}: EmailParts): Promise<Email> {
  const ending = unsubscribeUrl === undefined ? {} : { unsubscribeUrl };
  const html = await render(createElement(MailLayout, { preview: subject, why, ...ending }, body));
  return { to, subject, html, text: toPlainText(html, textOptions), attachments, ...ending };
}
