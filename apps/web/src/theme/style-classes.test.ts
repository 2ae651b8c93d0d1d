import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(path, 'utf8');

/** The class names that a component uses of a CSS module and the module lacks. */
function missingIn(path: string): string[] {
  const source = read(path);
  const imports = source.matchAll(/import (\w+) from '(\.[^']*\.module\.css)'/g);
  return [...imports].flatMap(([, name, file]) => {
    const styles = read(join(dirname(path), String(file)));
    const used = source.matchAll(new RegExp(`\\b${name}\\.(\\w+)\\b(?!\\.css)`, 'g'));
    return [...used]
      .filter(([, className]) => !new RegExp(`\\.${className}\\b`).test(styles))
      .map(([text]) => `${path}: ${text}`);
  });
}

test('every class that a component names is in its CSS module', () => {
  const components = globSync('**/*.tsx', { cwd: SOURCES }).map(path => join(SOURCES, path));
  expect(components.length).toBeGreaterThan(100);
  expect(components.flatMap(missingIn)).toEqual([]);
});

const LITERAL = /\bclassName=(?:"([^"]*)"|\{`([^`]*)`\})/g;
const EXPRESSION = /\$\{[^}]*\}/g;

/** The names of global classes that a component writes in a `className`. */
const globalClassesIn = (source: string): string[] =>
  [...source.matchAll(LITERAL)].flatMap(([, text, template]) =>
    (text ?? template ?? '').replaceAll(EXPRESSION, ' ').split(/\s+/).filter(Boolean),
  );

const COMMENT = /\/\*[\s\S]*?\*\//g;

const definedIn = (sheet: string): string[] =>
  [
    ...read(join(SOURCES, sheet))
      .replaceAll(COMMENT, '')
      .matchAll(/\.([a-z][\w-]*)(?=[\s,{:])/g),
  ].map(([, name]) => String(name));

test('every global class that a component names is in a global sheet, and those of layout.css are used', () => {
  const sources = globSync('**/*.tsx', { cwd: SOURCES }).map(path => read(join(SOURCES, path)));
  const used = new Set(sources.flatMap(globalClassesIn));
  const layout = definedIn('theme/layout.css');
  const known = new Set([...layout, ...definedIn('app/server-rendered.css')]);
  expect(layout).toContain('stack');
  expect([...used].filter(name => !known.has(name))).toEqual([]);
  expect(layout.filter(name => !used.has(name))).toEqual([]);
});
