const DEFAULT_ZONE = 'America/Bogota';

/** The site's time zone (APP_TIME_ZONE), from the document's meta element. Days start at its midnight, not at the visitor's. */
export let siteTimeZone = zoneFromMeta() || DEFAULT_ZONE;

/** Used by server-side rendering, which has no document. */
export function setSiteTimeZone(zone: string): void {
  siteTimeZone = zone;
}

function zoneFromMeta(): string | undefined {
  if (typeof document === 'undefined') return undefined;
  return document.querySelector<HTMLMetaElement>('meta[name="minga:time-zone"]')?.content;
}
