export type RequestKind = 'page' | 'hashed' | 'plain' | 'image';

/** Responses that are never cached: calls, short addresses, live connection, mailbox, the e-mails' forms, frames of other sites, health. */
const SERVER_ONLY =
  /^\/(api|a|socket\.io|correo-local|dejar-correos|incrustar\/actividades|healthz|readyz)(\/|$)/;
/** '/actividades.ics', '/sitemap.xml': a download, not a page. */
const FILE = /\.\w+$/;

/** The kind of a request that the service worker handles; null for all others, which it leaves to the browser. */
export function requestKind(
  { method, mode, url }: Pick<Request, 'method' | 'mode' | 'url'>,
  ownOrigin: string,
  files: readonly string[],
): RequestKind | null {
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== ownOrigin || SERVER_ONLY.test(pathname)) return null;
  if (mode === 'navigate') return FILE.test(pathname) ? null : 'page';
  // Files of earlier versions are not in the list.
  if (pathname.startsWith('/assets/')) return 'hashed';
  if (files.includes(pathname)) return 'plain';
  return pathname.startsWith('/imagenes/') ? 'image' : null;
}
