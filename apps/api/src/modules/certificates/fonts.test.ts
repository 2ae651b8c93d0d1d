import { personName } from '@minga/contract/person-name';
import { printedLine } from '@minga/contract/printed-letters';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fallbackFont } from '../../platform/fallback-font.ts';
import { REPLACEMENT } from '../../platform/plain-letters.ts';
import { type FontName, fontFiles, printedText, runsOf } from './fonts.ts';

const title = printedLine(5000, 'Falta', 'Largo');
const name = personName(80, 'Falta', 'Largo');
const families: readonly FontName[] = ['heading', 'text', 'strong'];

/** The letters and figures, whatever form they are printed in. */
const lettersOf = (text: string) => text.normalize('NFKC').match(/[\p{L}\p{N}]/gu) ?? [];

function expectPrinted(text: string): void {
  for (const family of families) {
    const printed = printedText(text, family);
    expect(printed).not.toBe('');
    expect(lettersOf(printed)).toEqual(lettersOf(text));
    for (const run of runsOf(printed, family)) {
      const { font } = fontFiles.find(({ name }) => name === run.fontFile) ?? fallbackFont();
      for (const character of run.text)
        expect([character, font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)]).toEqual([
          character,
          true,
        ]);
    }
  }
}

it('prints every letter and figure that a title may have, of all that Unicode names', () => {
  const accepted = Array.from({ length: 0x40000 }, (_, code) => code)
    .filter(code => code < 0xd800 || code > 0xdfff)
    .map(code => String.fromCodePoint(code))
    .filter(character => /[\p{L}\p{N}]/u.test(character))
    .filter(character => title.safeParse(character).success);
  expect(accepted.length).toBeGreaterThan(50_000);
  const lost = accepted.filter(character => printedText(character, 'heading').includes(REPLACEMENT));
  expect(lost).toEqual([]);
});

it('loses no letter of an accepted name or title', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
    fc
      .array(fc.constantFrom('李', 'م', 'ح', 'לו', 'ﬁ', '𝗺', 'é', 'x̃', 'ẽ', ' ', '(', '🌸', '9', 'नम', '𞤀'), {
        minLength: 1,
      })
      .map(parts => parts.join('')),
  );
  fc.assert(
    fc.property(text, typed => {
      for (const schema of [title, name]) {
        const { success, data } = schema.safeParse(typed);
        if (success) expectPrinted(data);
      }
    }),
  );
});

it.each(['𠮷田', '𠮷', 'Ana \ue000', 'Ana \ud800', '\u{13000}'])(
  'the fields reject %j, and what was stored is visible',
  text => {
    const sentence = /^No podemos imprimir «.+»: escríbelo con otra letra$/u;
    for (const schema of [title, name]) {
      const { error } = schema.safeParse(text);
      expect(error?.issues.map(({ message }) => message)).toContainEqual(expect.stringMatching(sentence));
    }
    expect(printedText(text, 'heading')).toMatch(/\S/);
  },
);

it.each(['🪅', '🫶🏽', '👩‍👩‍👧', '🇨🇴'])('a title of pictographs is accepted and not blank: %s', text => {
  expect(title.safeParse(text).success).toBe(true);
  expect(printedText(text, 'strong')).not.toBe('');
});
