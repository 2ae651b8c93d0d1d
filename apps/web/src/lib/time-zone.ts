const DEFAULT_ZONE = 'America/Bogota';

/** The site's time zone (APP_TIME_ZONE): the server may name it in a meta element; day boundaries are its own, not the visitor's. */
export const siteTimeZone: string =
  document.querySelector<HTMLMetaElement>('meta[name="minga:time-zone"]')?.content || DEFAULT_ZONE;
