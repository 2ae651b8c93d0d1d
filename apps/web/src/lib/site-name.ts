import { DEFAULT_NAME, SITE_NAME } from '@minga/contract/site-words';

const nameInDocument = () => document.querySelector<HTMLMetaElement>('[name="minga:name"]')?.content;

/** The site's name. On the server it is a word that the API replaces in the document (packages/contract/src/site-words.ts). */
export const siteName: string = import.meta.env.SSR ? SITE_NAME : (nameInDocument() ?? DEFAULT_NAME);
