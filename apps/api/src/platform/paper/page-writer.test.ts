import { personName } from '@minga/contract/person-name';
import { codePointsBeyond, printedLine } from '@minga/contract/printed-letters';
import { writtenGoal } from '@minga/contract/written-goals';
import { writtenNeeds } from '@minga/contract/written-needs';
import { writtenQuestion } from '@minga/contract/written-questions';
import { topicFields } from '@minga/contract/written-topics';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { REPLACEMENT } from '../markup.ts';
import { fallbackFont } from '../right-to-left.ts';
import { type FontName, fontFiles, printedText, runsOf } from './page-writer.ts';

const title = printedLine(5000, 'Falta', 'Largo');
const name = personName(80, 'Falta', 'Largo');
const families: readonly FontName[] = ['heading', 'text', 'strong'];

/** The letters and figures of a text, regardless of their printed forms. */
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

it('the fields know what the fallback font has beyond the basic plane', () => {
  const isOwn = (code: number) => code > 0xffff && !/\p{Co}/u.test(String.fromCodePoint(code));
  const inFont = [...new Set(fallbackFont().font.characterSet)].filter(isOwn);
  expect([...codePointsBeyond()]).toEqual(inFont.sort((one, other) => one - other));
  expect(inFont.length).toBeGreaterThan(7000);
});

it('accepts every letter and mark that a font has, and no other', () => {
  const { font } = fallbackFont();
  const isDrawn = (character: string) => printedText(`a${character}`, 'heading').includes(character);
  const wrong = Array.from({ length: 0x40000 }, (_, code) => code)
    .filter(code => code > 0x7f && (code < 0xd800 || code > 0xdfff))
    .map(code => String.fromCodePoint(code))
    .filter(character => /[\p{L}\p{N}\p{M}]/u.test(character))
    // Excludes characters that are printed in a plain or composed form.
    .filter(character => `a${character}`.normalize('NFKC') === `a${character}`)
    .filter(character => !/\p{Default_Ignorable_Code_Point}/u.test(character))
    .filter(character => {
      const isInFont = font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
      return title.safeParse(`a${character}`).success !== (isInFont || isDrawn(character));
    });
  expect(wrong).toEqual([]);
});

it.each<[string, (text: string) => { readonly success: boolean }]>([
  ['a goal', label => writtenGoal.safeParse({ label, target: 1, unit: 'árboles' })],
  ['the unit of a goal', unit => writtenGoal.safeParse({ label: 'Sembrar', target: 1, unit })],
  ['a question', label => writtenQuestion.safeParse({ label, kind: 'text' })],
  ['an option', text => writtenQuestion.safeParse({ label: '¿?', kind: 'choice', options: ['Sí', text] })],
  ['a tag', text => topicFields.tags.safeParse([text])],
  ['a thing that is needed', name => writtenNeeds.safeParse([{ kind: 'thing', name, quantity: 1 }])],
  ['a note', note => writtenNeeds.safeParse([{ kind: 'thing', name: 'Palas', quantity: 1, note }])],
])('%s takes the letters that can be printed, and no other', (_what, parse) => {
  expect(['Ñandú', '李明', '𠂉', '🌱'].map(text => parse(text).success)).toEqual([true, true, true, true]);
  expect(['Ana \ue000', '𠮷田'].map(text => parse(text).success)).toEqual([false, false]);
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

it.each(['𠮷田', '𠮷', 'Ana \ue000', 'Ana \ud800', '\u{13000}', '\ufbc3'])(
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
