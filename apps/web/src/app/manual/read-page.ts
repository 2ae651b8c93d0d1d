import GithubSlugger from 'github-slugger';
import { type MarkedToken, marked, type Token, type Tokens } from 'marked';

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
