import fc from 'fast-check';
import { expect, it } from 'vitest';
import { activityDate, responsibleList } from './activity-values.ts';
import { personName } from './person-name.ts';
import { email, optionalText, requiredLine } from './text.ts';

const REQUIRED = 'Falta';
const WRONG = 'Mal';
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 120 }),
  fc.string({ unit: 'grapheme', maxLength: 120 }),
  fc
    .array(
      fc.constantFrom(
        'a',
        'ñ',
        'n\u0303',
        ' ',
        '\t',
        '\u200b',
        '\u200d',
        '\u{1F469}',
        '\u{1F467}',
        '.',
        'co',
        '@',
      ),
      {
        maxLength: 30,
      },
    )
    .map(parts => parts.join('')),
);

/** Addresses that are accepted; most of the other forms that the standards allow are not. */
const ordinaryEmail = fc.stringMatching(/^[a-z0-9]{1,20}(\+[a-z]{1,5})?@[a-z]{1,15}\.(co|org)$/);

const schemas = {
  'a line': requiredLine(90, REQUIRED, WRONG),
  'a name': personName(80, REQUIRED, WRONG),
  'a text': optionalText(2000, () => WRONG),
  'an e-mail': email(REQUIRED, WRONG),
};

it.each(Object.entries(schemas))(
  '%s: parsing an accepted value again returns it unchanged',
  (_what, schema) => {
    fc.assert(
      fc.property(fc.oneof(text, fc.emailAddress(), ordinaryEmail), typed => {
        const first = schema.safeParse(typed);
        fc.pre(first.success);
        expect(schema.safeParse(first.data)).toEqual({ success: true, data: first.data });
        expect(first.data).toBe(first.data.normalize('NFC'));
        expect(first.data).toBe(first.data.trim());
      }),
    );
  },
);

it('an accepted e-mail contains no line break and no second address', () => {
  fc.assert(
    fc.property(fc.oneof(text, fc.emailAddress(), ordinaryEmail), typed => {
      const { success, data = '' } = schemas['an e-mail'].safeParse(typed);
      fc.pre(success);
      expect(data).toMatch(/^[^\s,;<>"]+@[^\s,;<>"@]+$/);
    }),
  );
});

it('a date is either valid or rejected', () => {
  const written = fc
    .tuple(
      fc.integer({ min: 0, max: 9999 }),
      fc.integer({ min: 0, max: 14 }),
      fc.integer({ min: 0, max: 33 }),
    )
    .map(([year, month, day]) =>
      [String(year).padStart(4, '0'), ...[month, day].map(part => String(part).padStart(2, '0'))].join('-'),
    );
  fc.assert(
    fc.property(fc.oneof(text, written), typed => {
      const { success, data } = activityDate.safeParse(typed);
      fc.pre(success);
      expect(new Date(data instanceof Date ? data : `${data}T00:00:00Z`).toISOString().slice(0, 10)).toBe(
        typed.trim().slice(0, 10),
      );
    }),
  );
});

it('accepted responsible people are non-blank, within the limit and without line breaks', () => {
  const schema = responsibleList(70);
  fc.assert(
    fc.property(fc.oneof(text, fc.array(text), fc.jsonValue()), sent => {
      const { success, data = [] } = schema.safeParse(sent);
      fc.pre(success);
      expect([...data.join(', ')].length).toBeLessThanOrEqual(70);
      for (const name of data) expect(name).toMatch(/^\S(?:[^\p{Cc}]*\S)?$/u);
    }),
  );
});
