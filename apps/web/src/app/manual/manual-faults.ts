import { INDEX, linkedPage } from './manual-address.ts';
import type { TopicGroup } from './manual-outline.ts';
import type { ManualPage } from './read-page.ts';

const PICTURE = /^imagenes\/([\w-]+)\.webp$/;
const ELSEWHERE = /^(https:|mailto:)/;

/** The name of a manual picture; null for other addresses. */
export const pictureName = (href: string): string | null => PICTURE.exec(href)?.[1] ?? null;

/**
 * Faults that stop the build: broken links, missing pictures and pictures without a text alternative, unlinked pages and
 * unused pictures.
 */
export function manualFaults(
  pages: readonly ManualPage[],
  outline: readonly TopicGroup[],
  pictures: ReadonlyMap<string, unknown>,
): string[] {
  const byName = new Map(pages.map(page => [page.name, page]));
  const shown = pages.flatMap(page => page.pictures.map(({ href }) => pictureName(href)));
  const listed = outline.flatMap(({ topics }) => topics.map(({ name }) => name));
  return [
    ...pages.flatMap(page => page.links.filter(href => !hasTarget(href, page)).map(at(page, 'link'))),
    ...pages.flatMap(page => page.pictures.filter(isMissing).map(({ href }) => at(page, 'picture')(href))),
    ...pages
      .filter(({ name }) => name !== INDEX && listed.filter(each => each === name).length !== 1)
      .map(({ name }) => `${INDEX}.md does not list ${name}.md once`),
    ...[...pictures.keys()].filter(name => !shown.includes(name)).map(name => `${name}.webp is unused`),
  ];

  function hasTarget(href: string, from: ManualPage): boolean {
    if (ELSEWHERE.test(href)) return true;
    const linked = linkedPage(href, from.name);
    const page = linked === null ? undefined : byName.get(linked.name);
    if (linked === null || page === undefined) return false;
    return linked.section === '' || page.sections.some(({ id }) => id === linked.section);
  }

  function isMissing({ href, text }: { href: string; text: string }): boolean {
    const name = pictureName(href);
    return name === null || !pictures.has(name) || text.trim() === '';
  }
}

const at = (page: ManualPage, what: string) => (href: string) => `${page.name}.md: ${what} ${href}`;
