const DEFAULT_ZONE = 'America/Bogota';

/** The site's time zone (APP_TIME_ZONE): the server may name it in a meta element; day boundaries are its own, not the visitor's. */
export let siteTimeZone = namedZone() || DEFAULT_ZONE;

/** On the server, which has no document to read it from. */
export function setSiteTimeZone(zone: string): void {
  siteTimeZone = zone;
}

function namedZone(): string | undefined {
  if (typeof document === 'undefined') return undefined;
  return document.querySelector<HTMLMetaElement>('meta[name="minga:time-zone"]')?.content;
}
