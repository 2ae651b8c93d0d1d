import GithubSlugger from 'github-slugger';
import { type MarkedToken, marked, type Token, type Tokens } from 'marked';

const texts = import.meta.glob<string>('../../../../../docs/manual/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const pictures = import.meta.glob<string>('../../../../../docs/manual/imagenes/*.webp', {
  query: '?url',
  import: 'default',
  eager: true,
});

const byName = (files: Record<string, string>): Map<string, string> =>
  new Map(Object.entries(files).map(([path, content]) => [path.replace(/^.*\/|\.\w+$/g, ''), content]));

/** The Markdown of the manual's pages by name. */
export const manualTexts = (): Map<string, string> => byName(texts);

/** The addresses of the manual's pictures by name. */
export const manualPictures = (): Map<string, string> => byName(pictures);

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

interface Section {
  readonly id: string;
  readonly title: string;
}

/** A page of the manual, read from its Markdown. */
export interface ManualPage {
  readonly name: string;
  readonly title: string;
  /** The plain text of the paragraph below the title. */
  readonly lead: string;
  /** The content after the lead. */
  readonly body: readonly MarkedToken[];
  readonly sections: readonly Section[];
  readonly links: readonly string[];
  readonly pictures: readonly Tokens.Image[];
  /** The bold texts, which quote the screens. */
  readonly shownTexts: readonly string[];
}

/** Throws if the page does not start with a title and a plain paragraph, or if it contains HTML. */
export function readPage(name: string, text: string): ManualPage {
  const tokens = marked.lexer(text).filter(({ type }) => type !== 'space') as MarkedToken[];
  const [heading, lead, ...body] = tokens;
  if (heading?.type !== 'heading' || heading.depth !== 1 || lead?.type !== 'paragraph') {
    throw new Error(`${name}.md must start with a title and a paragraph`);
  }
  // The lead is also the description that search engines and messengers show.
  if (lead.tokens.some(({ type }) => type !== 'text')) {
    throw new Error(`the first paragraph of ${name}.md is plain`);
  }
  const links: string[] = [];
  const pictures: Tokens.Image[] = [];
  const shownTexts: string[] = [];
  marked.walkTokens(tokens, (token: Token) => {
    const { type } = token;
    if (type === 'html') throw new Error(`${name}.md holds HTML: ${token.raw}`);
    if (type === 'link') links.push((token as Tokens.Link).href);
    if (type === 'image') pictures.push(token as Tokens.Image);
    if (type === 'strong') shownTexts.push((token as Tokens.Strong).text);
  });
  return {
    name,
    title: heading.text,
    lead: lead.text,
    body,
    sections: sectionsOf(body),
    links,
    pictures,
    shownTexts,
  };
}

/** Every heading in order, at any depth. Their ids are GitHub's, so that a link to a section works there and at /ayuda. */
function sectionsOf(body: readonly MarkedToken[]): Section[] {
  const slugger = new GithubSlugger();
  return body
    .filter(token => token.type === 'heading')
    .map(({ text }) => ({ id: slugger.slug(text), title: text }));
}

export interface Topic {
  readonly name: string;
  readonly title: string;
  /** A few words about its content. */
  readonly summary: string;
}

export interface TopicGroup {
  readonly id: string;
  readonly title: string;
  readonly lead: string;
  readonly topics: readonly Topic[];
}

/** The manual's outline from its first page: a heading, a sentence and a list of links for each group of readers. */
export function outlineOf(index: ManualPage): TopicGroup[] {
  const groups: TopicGroup[] = [];
  let section = 0;
  for (const [place, token] of index.body.entries()) {
    if (token.type !== 'heading') continue;
    const [lead, list] = index.body.slice(place + 1);
    const { id = '', title = '' } = index.sections[section++] ?? {};
    if (lead?.type !== 'paragraph' || list?.type !== 'list') {
      throw new Error(`«${title}» of ${index.name}.md is a sentence and a list of pages`);
    }
    groups.push({ id, title, lead: lead.text, topics: list.items.map(topicOf) });
  }
  return groups;
}

/** '[Asistir](asistir.md): con o sin cuenta.' */
function topicOf({ tokens, raw }: Tokens.ListItem): Topic {
  const [line] = tokens as MarkedToken[];
  const parts = (line?.type === 'text' || line?.type === 'paragraph' ? line.tokens : []) as MarkedToken[];
  const [link, ...rest] = parts;
  const name = link?.type === 'link' ? linkedPage(link.href, '')?.name : undefined;
  if (link?.type !== 'link' || name === undefined) throw new Error(`no page of the manual: ${raw}`);
  const summary = rest.map(part => ('text' in part ? part.text : '')).join('');
  return { name, title: link.text, summary: summary.replace(/^:\s*/, '') };
}

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
