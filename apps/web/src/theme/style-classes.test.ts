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
