import { describe, expect, it } from 'vitest';
import { manualTexts } from './manual-source.ts';
import { readPage } from './read-page.ts';

/** The sources of all screens, emails and error messages. */
const sources = import.meta.glob<string>(
  [
    '../../**/*.{ts,tsx}',
    '../../../../../packages/contract/src/**/*.ts',
    '../../../../api/src/modules/**/*.{ts,tsx}',
    '!**/*.test.*',
    '!**/manual/**',
    '!**/gallery/**',
  ],
  { query: '?raw', import: 'default', eager: true },
);

const QUOTED = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"/g;
/** Between tags, or between a tag and an expression. */
const BETWEEN_TAGS = /[>}]([^<>{}]+)(?=[<{])/g;

/** Complete texts of the sources: in quotes or in JSX. */
const shown = new Set(
  Object.values(sources).flatMap(source =>
    [...source.matchAll(QUOTED), ...source.matchAll(BETWEEN_TAGS)].map(([, first, second]) =>
      (first ?? second ?? '').replaceAll(/\s+/g, ' ').trim(),
    ),
  ),
);

const pages = [...manualTexts()].map(([name, text]) => readPage(name, text));

describe.each(pages)('$name of the manual', ({ shownTexts }) => {
  it('quotes the screens literally: every bold text is on a screen', () => {
    expect(shownTexts.filter(text => !shown.has(text))).toEqual([]);
  });
});

it('finds the texts of the screens', () => {
  expect(pages.flatMap(({ shownTexts }) => shownTexts).length).toBeGreaterThan(150);
  expect(shown.has('Asistir a actividad')).toBe(true);
  expect(shown.has('Asistir a la actividad')).toBe(false);
});
