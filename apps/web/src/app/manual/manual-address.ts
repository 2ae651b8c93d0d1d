/** The manual's first page, as GitHub shows it for its folder. */
export const INDEX = 'README';

const MANUAL_PATH = '/ayuda';
const LINK = /^(?:([\w-]+)\.md)?(?:#(.+))?$/;

/** Where a page is read: README → /ayuda, asistir → /ayuda/asistir. */
export const manualPath = (name: string): string => (name === INDEX ? MANUAL_PATH : `${MANUAL_PATH}/${name}`);

/** The page of the manual that a link on page `from` names, and its section, if any; null: it leads elsewhere. */
export function linkedPage(href: string, from: string): { name: string; section: string } | null {
  const [found, name = from, section = ''] = LINK.exec(decodeURI(href)) ?? [];
  return found ? { name, section } : null;
}
