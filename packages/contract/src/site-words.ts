// The site's name and place in texts that are written before they are known: constants, and pages rendered on the server. Each is one
// private use character, which the server replaces where the text leaves it (apps/api/src/platform/site/site-text.ts).

/** Stands for the site's name. */
export const SITE_NAME = '\uE010';

/** Stands for the site's place. */
export const SITE_PLACE = '\uE011';

/** Stands for the site's place with its region and country, where they are known. */
export const SITE_ADDRESS = '\uE012';

/** Stands for the line with the site's name and tagline below e-mails. */
export const SITE_LINE = '\uE013';

/** The name of a site without its own. */
export const DEFAULT_NAME = 'Minga';
