/** The manual's first page, which GitHub shows for the folder. */
export const INDEX = 'README';

const MANUAL_PATH = '/ayuda';
const LINK = /^(?:([\w-]+)\.md)?(?:#(.+))?$/;

/** The address of a page: README → /ayuda, asistir → /ayuda/asistir. */
export const manualPath = (name: string): string => (name === INDEX ? MANUAL_PATH : `${MANUAL_PATH}/${name}`);

/** The manual page, and section if any, that a link on page `from` refers to; null for links outside the manual. */
export function linkedPage(href: string, from: string): { name: string; section: string } | null {
  const [found, name = from, section = ''] = LINK.exec(decodeURI(href)) ?? [];
  return found ? { name, section } : null;
}
