import GithubSlugger from 'github-slugger';
import type { MarkedToken, Token, Tokens } from 'marked';
import { createElement, Fragment, type ReactNode } from 'react';
import classes from './manual.module.css';
import { linkedPage, manualPath } from './manual-address.ts';
import { pictureName } from './manual-faults.ts';

export interface ManualPicture {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

interface Props {
  /** The page's name. */
  readonly name: string;
  readonly tokens: readonly Token[];
  readonly pictures: ReadonlyMap<string, ManualPicture>;
}

/** Renders a page's Markdown below its title. Links and pictures have been checked (manual-faults.ts). */
export function ManualContent({ name, tokens, pictures }: Props) {
  const slugger = new GithubSlugger();

  const all = (list: readonly Token[] | undefined): ReactNode =>
    createElement(Fragment, null, ...(list ?? []).map(token => one(token as MarkedToken)));

  function one(token: MarkedToken): ReactNode {
    switch (token.type) {
      case 'heading':
        return <Heading id={slugger.slug(token.text)} depth={token.depth} text={token.text} />;
      case 'paragraph':
        return isPictureAlone(token) ? all(token.tokens) : <p>{all(token.tokens)}</p>;
      case 'list':
        return token.ordered ? (
          <ol className={classes.steps}>{items(token)}</ol>
        ) : (
          <ul className={classes.list}>{items(token)}</ul>
        );
      case 'blockquote':
        return <div className={classes.note}>{all(token.tokens)}</div>;
      case 'table':
        return <Table table={token} cell={cell => all(cell.tokens)} />;
      case 'strong':
        return <strong className={classes.shown}>{token.text}</strong>;
      case 'em':
        return <em>{all(token.tokens)}</em>;
      case 'codespan':
        return <code className={classes.code}>{token.text}</code>;
      case 'link':
        return <a href={addressOf(token.href)}>{all(token.tokens)}</a>;
      case 'image':
        return <Picture image={token} picture={pictures.get(pictureName(token.href) ?? '')} />;
      case 'text':
        return token.tokens === undefined ? token.text : all(token.tokens);
      case 'escape':
        return token.text;
      case 'space':
        return null;
      default:
        throw new Error(`${name}.md: ${token.type} is not known here: ${token.raw}`);
    }
  }

  const items = (list: Tokens.List): ReactNode =>
    createElement(Fragment, null, ...list.items.map(item => createElement('li', null, all(item.tokens))));

  function addressOf(href: string): string {
    const linked = linkedPage(href, name);
    if (linked === null) return href;
    const place = linked.section === '' ? '' : `#${linked.section}`;
    return linked.name === name ? place || manualPath(name) : manualPath(linked.name) + place;
  }

  return <div className={classes.content}>{all(tokens)}</div>;
}

const isPictureAlone = ({ tokens }: Tokens.Paragraph): boolean =>
  tokens.every(({ type }) => type === 'image');

/** The heading links to itself, so that its address can be copied. */
function Heading({ id, depth, text }: { id: string; depth: number; text: string }) {
  const Level = `h${depth as 2 | 3}` as const;
  return (
    <Level id={id}>
      <a href={`#${id}`} className={classes.anchor}>
        {text}
      </a>
    </Level>
  );
}

/** Picture pixels per CSS pixel: screenshots are shown at their original size. */
const DENSITY = 2;

function Picture({ image, picture }: { image: Tokens.Image; picture: ManualPicture | undefined }) {
  if (picture === undefined) throw new Error(`no picture ${image.href}`);
  const { url, width, height } = picture;
  return (
    <figure className={classes.figure}>
      <img
        src={url}
        width={width / DENSITY}
        height={height / DENSITY}
        alt={image.text}
        loading="lazy"
        decoding="async"
      />
      {image.title && <figcaption>{image.title}</figcaption>}
    </figure>
  );
}

function Table({ table, cell }: { table: Tokens.Table; cell: (cell: Tokens.TableCell) => ReactNode }) {
  const row = (cells: readonly ReactNode[]) => createElement('tr', null, ...cells);
  return (
    <table className={classes.table}>
      <thead>{row(table.header.map(each => createElement('th', { scope: 'col' }, cell(each))))}</thead>
      {createElement(
        'tbody',
        null,
        ...table.rows.map(([name, ...facts]) =>
          row([
            name && createElement('th', { scope: 'row' }, cell(name)),
            ...facts.map(fact => createElement('td', null, cell(fact))),
          ]),
        ),
      )}
    </table>
  );
}
