import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyReply } from 'fastify';
import { escapeMarkup } from './markup.ts';

/** Where apps/web/index.html lets the server add tags. */
const HEAD_MARK = '<!--head-->';

export interface Head {
  /** Without them the app's own stay. */
  readonly title?: string;
  readonly description?: string;
  /** More tags for `<head>`, escaped already. */
  readonly tags: readonly string[];
}

/** The HTML that every screen of the app begins with. */
export type Shell = (head?: Head) => string;

export const NO_INDEX = '<meta name="robots" content="noindex">';

/** Reads the built web app's HTML. Throws when there is none. */
export async function readShell(folder: string, timeZone: string): Promise<Shell> {
  const file = join(folder, 'index.html');
  if (!existsSync(file)) throw new Error('the web app is not built: run npm run build');
  const html = await readFile(file, 'utf8');
  // The browser writes dates in the site's time zone, wherever its owner is.
  const zone = `<meta name="minga:time-zone" content="${escapeMarkup(timeZone)}">`;
  return (head = { tags: [] }) => withHead(html, { ...head, tags: [zone, ...head.tags] });
}

export const sendHtml = (reply: FastifyReply, page: string, status = 200): FastifyReply =>
  reply.status(status).type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page);

// Replacements as functions: '$&' in a title is text, not a pattern.
function withHead(html: string, { title, description, tags }: Head): string {
  let page = html.replace(HEAD_MARK, () => tags.join('\n    '));
  if (title !== undefined) {
    page = page.replace(/<title>[^<]*<\/title>/, () => `<title>${escapeMarkup(title)}</title>`);
  }
  if (description !== undefined) {
    page = page.replace(
      /(<meta name="description" content=")[^"]*/,
      (_match, start) => start + escapeMarkup(description),
    );
  }
  return page;
}
