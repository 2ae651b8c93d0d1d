export type AskedFor = 'page' | 'code' | 'picture';

interface Asked {
  readonly method: string;
  readonly mode: string;
  readonly url: string;
}

/** What is the server's alone: calls, live connection, mailbox, the forms of letters. */
const SERVER_ONLY = /^\/(api|socket\.io|correo-local|dejar-correos|healthz|readyz)(\/|$)/;
/** '/actividades.ics', '/sitemap.xml': a file, no page. */
const FILE = /\.\w+$/;

/** What the worker has to do with a request; null: nothing, it is as if there were none. */
export function askedFor(
  { method, mode, url }: Asked,
  origin: string,
  files: readonly string[],
): AskedFor | null {
  const { origin: asked, pathname } = new URL(url);
  if (method !== 'GET' || asked !== origin || SERVER_ONLY.test(pathname)) return null;
  if (mode === 'navigate') return FILE.test(pathname) ? null : 'page';
  // What an earlier version of the app asks for is not among this one's files.
  if (pathname.startsWith('/assets/') || files.includes(pathname)) return 'code';
  return pathname.startsWith('/imagenes/') ? 'picture' : null;
}
