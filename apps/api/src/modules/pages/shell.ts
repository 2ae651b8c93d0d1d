import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyReply } from 'fastify';
import { escapeMarkup, escapeScript } from '../../platform/escape-markup.ts';
import type { RenderedPage } from './ssr-renderer.ts';

/** Where apps/web/index.html lets the server add tags. */
const HEAD_MARK = '<!--head-->';
const TITLE = '<title>';
const DESCRIPTION = '<meta name="description"';
const ROOT = '<div id="root"></div>';
/** What a page may have of its own. */
const PLACE = /(<title>[^<]*<\/title>|<meta name="description"[^>]*>|<!--head-->|<div id="root"><\/div>)/;
const NO_SCRIPT = /(<noscript>)[\s\S]*?(?=<\/noscript>)/;

export interface Head {
  /** Without them the app's own stay. */
  readonly title?: string;
  readonly description?: string;
  /** More tags for `<head>`, escaped already. */
  readonly tags: readonly string[];
}

/**
 * The HTML that a screen of the app begins with: empty, or with what people see first; and what those see in its place
 * who have switched JavaScript off.
 */
export type Shell = (head?: Head, paint?: RenderedPage, withoutScript?: string) => string;

export const NO_INDEX = '<meta name="robots" content="noindex">';

/** Reads one of the built web app's documents. Throws when there is none. */
export async function readShell(folder: string, name: string, timeZone: string): Promise<Shell> {
  const file = join(folder, name);
  if (!existsSync(file)) throw new Error('the web app is not built: run npm run build');
  const html = await readFile(file, 'utf8');
  // The browser writes dates in the site's time zone, wherever its owner is.
  const zone = `<meta name="minga:time-zone" content="${escapeMarkup(timeZone)}">`;
  // Taken apart once: a page is put together for many a request.
  const pieces = html.split(PLACE);
  return ({ tags, ...head } = { tags: [] }, paint, withoutScript) => {
    const own = { ...head, tags: [zone, ...tags] };
    const page = pieces.map(piece => filled(piece, own, paint)).join('');
    // As a function: '$&' in it is text, not a pattern.
    return withoutScript === undefined
      ? page
      : page.replace(NO_SCRIPT, (_match, start) => start + withoutScript);
  };
}

export const HTML_TYPE = 'text/html; charset=utf-8';

export const sendHtml = (reply: FastifyReply, page: string, status = 200): FastifyReply =>
  reply.status(status).type(HTML_TYPE).header('cache-control', 'no-cache').send(page);

/** Marked, so that the page's code knows what it takes over (apps/web/src/app/take-over.tsx). */
const rootOf = ({ html, data }: RenderedPage): string =>
  `<div id="root" data-painted>${html}</div>
    <script type="application/json" id="first-data">${escapeScript(data)}</script>`;

/** A piece of the document with what the page has in its place, if it is one. */
function filled(piece: string, { title, description, tags }: Head, paint?: RenderedPage): string {
  if (piece === HEAD_MARK) return tags.join('\n    ');
  if (piece === ROOT && paint !== undefined) return rootOf(paint);
  if (piece.startsWith(TITLE) && title !== undefined) return `<title>${escapeMarkup(title)}</title>`;
  if (piece.startsWith(DESCRIPTION) && description !== undefined) {
    return `<meta name="description" content="${escapeMarkup(description)}">`;
  }
  return piece;
}
