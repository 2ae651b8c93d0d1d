const HOME = '/tasks';
/** The server that renders /login does not know the origin. */
const ANY_ORIGIN = 'http://a';

/** The path if it stays on this origin, else undefined: `volver` comes from the address bar and is not trusted. */
export function sameOriginPath(path: unknown): string | undefined {
  if (typeof path !== 'string' || !path.startsWith('/')) return undefined;
  try {
    const url = new URL(path, ANY_ORIGIN);
    return url.origin === ANY_ORIGIN ? url.pathname + url.search + url.hash : undefined;
  } catch {
    return undefined;
  }
}

/** The search parameters that make /login return to this path; none for the home page, where sign-in leads anyway. */
export function returnSearch(path: string): { volver?: string } {
  return path === HOME ? {} : { volver: path };
}
