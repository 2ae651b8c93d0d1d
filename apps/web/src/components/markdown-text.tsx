import { type MarkedToken, marked, type Token, type Tokens } from 'marked';
import { createElement, Fragment, type ReactNode } from 'react';
import classes from './markdown-text.module.css';

/** Deeper content is shown as it is written: no text needs it, and each level costs stack. */
const DEPTH_MAX = 20;
/** Web pages, mail, phone, and this site. */
const SAFE_ADDRESS = /^(?:https?:\/\/|mailto:|tel:|#|\/(?![/\\]))/i;

/**
 * A person's Markdown. HTML in it is text, pictures are their descriptions, and an address of another kind is no link. A heading of the
 * first level is one of the second, as the page has its own.
 */
export const MarkdownText = ({ text }: { text: string }) => (
  <div className={classes.text}>{all(tokensOf(text), 0)}</div>
);

function tokensOf(text: string): readonly Token[] {
  try {
    return marked.lexer(text);
  } catch {
    // Nested so deeply that the parser's stack ends.
    return [{ type: 'text', raw: text, text }];
  }
}

const all = (tokens: readonly Token[] | undefined, depth: number): ReactNode =>
  createElement(Fragment, null, ...(tokens ?? []).map(token => one(token as MarkedToken, depth + 1)));

function one(token: MarkedToken, depth: number): ReactNode {
  if (depth > DEPTH_MAX) return token.raw;
  switch (token.type) {
    case 'heading':
      return createElement(`h${Math.min(4, Math.max(2, token.depth))}`, null, all(token.tokens, depth));
    case 'paragraph':
      return <p>{all(token.tokens, depth)}</p>;
    case 'list':
      return createElement(
        token.ordered ? 'ol' : 'ul',
        null,
        ...token.items.map(item => createElement('li', null, all(item.tokens, depth))),
      );
    case 'blockquote':
      return <blockquote>{all(token.tokens, depth)}</blockquote>;
    case 'table':
      return table(token, depth);
    case 'strong':
      return <strong>{all(token.tokens, depth)}</strong>;
    case 'em':
      return <em>{all(token.tokens, depth)}</em>;
    case 'del':
      return <del>{all(token.tokens, depth)}</del>;
    case 'link':
      return SAFE_ADDRESS.test(token.href) ? (
        <a href={token.href}>{all(token.tokens, depth)}</a>
      ) : (
        all(token.tokens, depth)
      );
    case 'codespan':
    case 'code':
      return <code>{token.text}</code>;
    case 'image':
    case 'escape':
      return token.text;
    case 'text':
      return token.tokens === undefined ? token.text : all(token.tokens, depth);
    case 'br':
      return <br />;
    case 'hr':
      return <hr />;
    case 'space':
    case 'def':
      return null;
    default:
      return token.raw;
  }
}

function table({ header, rows }: Tokens.Table, depth: number): ReactNode {
  const row = (cells: readonly Tokens.TableCell[], tag: 'th' | 'td') =>
    createElement('tr', null, ...cells.map(({ tokens }) => createElement(tag, null, all(tokens, depth))));
  return (
    <table>
      <thead>{row(header, 'th')}</thead>
      {createElement('tbody', null, ...rows.map(cells => row(cells, 'td')))}
    </table>
  );
}
