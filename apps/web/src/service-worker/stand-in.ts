import { timeAgo } from '../lib/time-ago.ts';
import { setSiteTimeZone } from '../lib/time-zone.ts';
import { cached } from './cached.ts';

/** An address that the server answers with the app's empty document. */
export const SHELL = '/tasks';

const ZONE = /name="minga:time-zone" content="([^"]+)"/;
/** As app/shell/offline-banner.module.css, for documents that cannot know of it. */
const BANNER =
  'margin:0;padding:.6rem 1rem;background:var(--minga-maize);color:var(--minga-maize-contrast);font:600 1rem/1.5 var(--minga-text-font);text-align:center;text-wrap:balance';

/** The app's empty document, marked: it begins with what it kept (lib/offline/stood-in.ts). Undefined without one. */
export async function keptShell(): Promise<Response | undefined> {
  const shell = await cached(SHELL);
  return shell && rewritten(shell, html => html.replace('<html', '<html data-offline-shell=""'));
}

/** What was last seen at this address, with its age and `reason`: why it is no newer. */
export async function keptDocument(path: string, reason: string): Promise<Response | undefined> {
  const page = await cached(path);
  if (page === undefined) return undefined;
  setSiteTimeZone(ZONE.exec((await (await cached(SHELL))?.text()) ?? '')?.[1] ?? 'America/Bogota');
  const seen = timeAgo(page.headers.get('date') ?? '', new Date()).replace(/\.$/, '');
  const banner = `<aside aria-label="${reason}"><p style="${BANNER}">${reason}. Así estaba esta página ${seen}.</p></aside>`;
  return rewritten(page, html => html.replace(/<body[^>]*>/, body => body + banner));
}

async function rewritten(response: Response, change: (html: string) => string): Promise<Response> {
  const headers = new Headers(response.headers);
  // Of the body as it came over the line.
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  return new Response(change(await response.text()), { headers });
}
