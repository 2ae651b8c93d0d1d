export const COLLECTIVES_PATH = '/colectivos';

/** The path of a collective's public page. */
export const collectivePath = (slug: string): string => `${COLLECTIVES_PATH}/${slug}`;
