import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyReply } from 'fastify';
import { escapeMarkup, escapeScript } from './markup.ts';
import type { FirstPaint } from './painter.ts';

/** Where apps/web/index.html lets the server add tags. */
const HEAD_MARK = '<!--head-->';
const NO_SCRIPT = /(<noscript>)[\s\S]*?(?=<\/noscript>)/;
const ROOT = '<div id="root"></div>';

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
export type Shell = (head?: Head, paint?: FirstPaint, withoutScript?: string) => string;

export const NO_INDEX = '<meta name="robots" content="noindex">';

/** Reads one of the built web app's documents. Throws when there is none. */
export async function readShell(folder: string, name: string, timeZone: string): Promise<Shell> {
  const file = join(folder, name);
  if (!existsSync(file)) throw new Error('the web app is not built: run npm run build');
  const html = await readFile(file, 'utf8');
  // The browser writes dates in the site's time zone, wherever its owner is.
  const zone = `<meta name="minga:time-zone" content="${escapeMarkup(timeZone)}">`;
  return (head = { tags: [] }, paint, withoutScript) => {
    let page = withHead(html, { ...head, tags: [zone, ...head.tags] });
    if (paint !== undefined) page = page.replace(ROOT, () => rootOf(paint));
    if (withoutScript !== undefined) page = page.replace(NO_SCRIPT, (_match, start) => start + withoutScript);
    return page;
  };
}

export const HTML_TYPE = 'text/html; charset=utf-8';

export const sendHtml = (reply: FastifyReply, page: string, status = 200): FastifyReply =>
  reply.status(status).type(HTML_TYPE).header('cache-control', 'no-cache').send(page);

/** Marked, so that the page's code knows what it takes over (apps/web/src/app/take-over.tsx). */
const rootOf = ({ html, data }: FirstPaint): string =>
  `<div id="root" data-painted>${html}</div>
    <script type="application/json" id="first-data">${escapeScript(data)}</script>`;

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
