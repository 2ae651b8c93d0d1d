const HOME = '/tasks';

/** The wanted path if it leads into this site, else undefined: `volver` comes from the address bar and is not trusted. */
export function ownPath(wanted: unknown, origin = location.origin): string | undefined {
  if (typeof wanted !== 'string' || !wanted.startsWith('/')) return undefined;
  try {
    const url = new URL(wanted, origin);
    return url.origin === origin ? url.pathname + url.search + url.hash : undefined;
  } catch {
    return undefined;
  }
}

/** What /login must remember to bring the person back to where they wanted to go; nothing for the usual start. */
export function returnSearch(wanted: string): { volver?: string } {
  return wanted === HOME ? {} : { volver: wanted };
}
