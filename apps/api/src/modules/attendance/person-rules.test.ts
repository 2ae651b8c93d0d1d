import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterEdit, type Holder, type IdentifyingField, type Identity, isSameName } from './person-rules.ts';

const [P, Q] = ['+573001234567', '+573005555555'];
const of = (name: string, email: string | null = null, phone: string | null = null): Identity => ({
  ...{ name, email, phone },
});

describe('an edit', () => {
  it.each<[string, Identity, Identity, Holder]>([
    ['spells the name otherwise', of('Efraín Ñáñez'), of('EFRAIN  NANEZ.'), 'same'],
    ['names another person', of('Rosa'), of('Luz'), 'other'],
    ['adds an e-mail to a name', of('Rosa'), of('Rosa', 'r@x.co'), 'same'],
    ['adds an e-mail and another name', of('Rosa'), of('Luz', 'l@x.co'), 'other'],
    ['adds a phone to a name', of('Rosa'), of('Rosa', null, P), 'same'],
    ['adds a phone and another name', of('Rosa'), of('Luz', null, P), 'other'],
    ['corrects the name of a phone', of('Rosa', null, P), of('Rosa Elena', null, P), 'same'],
    ['corrects the phone of a name', of('Rosa', null, P), of('Rosa', null, Q), 'same'],
    ['removes the phone of a name', of('Rosa', null, P), of('Rosa'), 'same'],
    ['removes the phone with another name', of('Rosa', null, P), of('Luz'), 'other'],
    ['changes name and phone', of('Rosa', null, P), of('Luz', null, Q), 'other'],
    ['adds an e-mail and another name to a phone', of('Rosa', null, P), of('Luz', 'l@x.co', P), 'other'],
    ['changes name and phone of an e-mail', of('Rosa', 'r@x.co', P), of('Luz', 'r@x.co', Q), 'same'],
    ['changes the e-mail alone', of('Rosa', 'r@x.co', P), of('Rosa', 'l@x.co', P), 'other'],
    ['removes the e-mail', of('Rosa', 'r@x.co', P), of('Rosa', null, P), 'other'],
  ])('that %s', (_what, before, after, holder) => {
    expect(afterEdit({ ...before, corrected: [] }, after).holder).toBe(holder);
  });

  it('leaves the links of an address that was typed later when the name changes too', () => {
    const { corrected } = afterEdit({ ...of('Rosa'), corrected: [] }, of('Rosa', 'l@x.co'));
    expect(afterEdit({ ...of('Rosa', 'l@x.co'), corrected }, of('Luz', 'l@x.co'))).toEqual({
      ...{ holder: 'unproved', corrected: [] },
    });
  });
});

it('several edits never leave what was given out to a person of whom nothing is left', () => {
  const identity = fc.record({
    name: fc.constantFrom('Rosa', 'ROSA', 'Luz'),
    email: fc.constantFrom(null, 'r@x.co', 'l@x.co'),
    phone: fc.constantFrom(null, P, Q),
  });
  fc.assert(
    fc.property(identity, fc.array(identity, { minLength: 1, maxLength: 5 }), (first, edits) => {
      let row: Identity & { corrected: readonly IdentifyingField[] } = { ...first, corrected: [] };
      for (const after of edits) {
        const { holder, corrected } = afterEdit(row, after);
        if (holder !== 'same') return;
        row = { ...after, corrected };
      }
      if (first.email !== null) expect(row.email).toBe(first.email);
      else if (row.email !== null) expect(isSameName(row.name, first.name)).toBe(true);
      else
        expect(isSameName(row.name, first.name) || (first.phone !== null && row.phone === first.phone)).toBe(
          true,
        );
    }),
    { numRuns: 2_000 },
  );
});
