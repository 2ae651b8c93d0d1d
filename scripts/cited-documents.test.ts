import { describe, expect, it } from 'vitest';
import { unheldCitations } from './cited-documents.ts';

const held = new Set(['README.md', 'docs/rules.md', 'docs/decisions/0001-embedded-postgresql.md']);

const cited = (file: string, text: string) =>
  unheldCitations(file, text, held).map(report => /: (\S+(?: 0\d\d)?) is not/.exec(report)?.[1]);

describe('citations of documents', () => {
  it.each([
    ['a.ts', '/** As docs/rules.md R4.3 says. */'],
    ['a.ts', '// See README.md.'],
    ['docs/web.md', '[records](decisions/0001-embedded-postgresql.md), [rules](../docs/rules.md#r4)'],
    ['a.ts', "const missing = 'CONTRACT.md';"],
    ['a.ts', '// https://example.org/CONTRACT.md'],
    ['docs/web.md', 'a record `00NN-….md`, a page `{name}.md`'],
  ])('accepts what the repository has: %s, %s', (file, text) => {
    expect(cited(file, text)).toEqual([]);
  });

  it.each([
    ['a.ts', '/** As CONTRACT.md section 4 says. */', 'CONTRACT.md'],
    ['a.ts', 'const one = 1; // docs/gone.md', 'docs/gone.md'],
    ['a.tsx', ' * The page (spec 000 section 2).', 'spec 000'],
    ['a.css', '/* The colours of LOOK.md. */', 'LOOK.md'],
    ['docs/web.md', 'See [the look](LOOK.md).', 'LOOK.md'],
    ['docs/web.md', 'As decisions/0002-gone.md says', 'decisions/0002-gone.md'],
  ])('reports what it lacks: %s, %s', (file, text, name) => {
    expect(cited(file, text)).toEqual([name]);
  });
});
