import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { sharedTexts } from './text-nodes.ts';

const FILE = '/example.tsx';

/** The texts of `<p>…</p>` that share their element, with JSX's types as React has them. */
function reportedIn(children: string): string[] {
  const source = `
    declare global { namespace JSX { interface Element { type: string } interface IntrinsicElements { [name: string]: object } } }
    interface ReactPortal { children: ReactNode }
    type ReactNode = JSX.Element | ReactPortal | string | number | boolean | null | undefined;
    declare const isShown: boolean, name: string, count: number, maybe: string | null, slot: ReactNode, rows: JSX.Element[];
    export const example = ${children};`;
  const options: ts.CompilerOptions = { jsx: ts.JsxEmit.Preserve, strict: true, noLib: true };
  const host = ts.createCompilerHost(options);
  host.getSourceFile = fileName =>
    fileName === FILE ? ts.createSourceFile(FILE, source, ts.ScriptTarget.Latest, true) : undefined;
  const program = ts.createProgram([FILE], options, host);
  return sharedTexts(program, fileName => fileName === FILE).map(line => line.replace(/^\S+ /, ''));
}

describe('text with siblings that a translation would take from React', () => {
  it.each([
    ["<p>{isShown && 'now'} <b>there</b></p>", ["{isShown && 'now'}"]],
    ["<p>{isShown ? 'yes' : <i>no</i>} <b>there</b></p>", ["{isShown ? 'yes' : <i>no</i>}"]],
    ['<p>{isShown && <b>there</b>} now</p>', ['now']],
    ['<p>{rows} now</p>', ['now']],
    ['<p>{slot} now</p>', ['now']],
    ['<p>{maybe}<b>there</b></p>', ['{maybe}']],
    ['<p>{count} people</p>', ['{count}']],
    ['<p><b>there</b> {name}</p>', ['{name}']],
    ['<p>{isShown && <>now <b>there</b></>}</p>', ['now']],
    ['<>{name}</>', ['{name}']],
  ])('reports %s', (children, expected) => {
    expect(reportedIn(children)).toEqual(expected);
  });

  it.each([
    "<p>{isShown && 'now'}</p>",
    '<p>{isShown && <span>now</span>} <b>there</b></p>',
    "<p>{isShown ? 'yes' : 'no'}</p>",
    '<p>now <b>there</b></p>',
    '<p>now {isShown && <b>there</b>}</p>',
    "<p>{count + ' people'}</p>",
    '<p>{name && <b>{name}</b>}{slot}</p>',
    '<><b>{name}</b> <i>{count}</i></>',
  ])('accepts %s', children => {
    expect(reportedIn(children)).toEqual([]);
  });
});
