import type { MarkedToken, Tokens } from 'marked';
import { linkedPage } from './manual-address.ts';
import type { ManualPage } from './read-page.ts';

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
