export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  /** Text content without that of the children. */
  text: string;
}

const TOKEN = /<\?xml [^?]*\?>|<\/([\w:]+)>|<([\w:]+)((?: [\w:]+="[^"<]*")*)(\/?)>|([^<]+)/y;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
// The characters that XML 1.0 allows.
const CHARACTERS = /^[\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]*$/u;

/** A strict parser for the XML that Minga writes: throws on ill-formed XML and on unused features. */
export function parseXml(xml: string): XmlElement {
  if (!CHARACTERS.test(xml)) throw new Error('a character that XML does not allow');
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < xml.length; ) {
    const at = TOKEN.lastIndex;
    const token = TOKEN.exec(xml);
    if (token === null) throw new Error(`not well-formed at ${at}: ${xml.slice(at, at + 60)}`);
    const [, closed, opened, attributes = '', isEmpty, text] = token;
    const current = open.at(-1) ?? root;
    if (text !== undefined) current.text += decoded(text);
    if (closed !== undefined && open.pop()?.name !== closed)
      throw new Error(`</${closed}> closes no element`);
    if (opened === undefined) continue;
    const element = { name: opened, attributes: attributesOf(attributes), children: [], text: '' };
    current.children.push(element);
    if (isEmpty === '') open.push(element);
  }
  const [document] = root.children;
  if (open.length > 1 || document === undefined || root.children.length > 1 || root.text.trim() !== '') {
    throw new Error('not exactly one root element');
  }
  return document;
}

export const childrenOf = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter(child => child.name === name) ?? [];

/** The text of the first child with that name. */
export const textOf = (element: XmlElement | undefined, name: string): string | undefined =>
  childrenOf(element, name)[0]?.text;

const attributesOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, name, value = '']) => [name, decoded(value)]),
  );

function decoded(text: string): string {
  return text.replaceAll(/&(\w*)(;?)/g, (_match, name: string, end: string) => {
    const character = end === ';' ? ENTITIES[name] : undefined;
    if (character === undefined) throw new Error(`&${name} is not an XML entity`);
    return character;
  });
}
