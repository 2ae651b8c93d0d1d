/** The fields by which an attendance identifies its person. */
export const identifyingFields = ['name', 'email', 'phone'] as const;
export type IdentifyingField = (typeof identifyingFields)[number];

export interface Identity {
  readonly name: string | null;
  /** Lower-cased. */
  readonly email: string | null;
  /** E.164. */
  readonly phone: string | null;
}

/**
 * What an organiser's edit does to what was given out for the attendance before (decision 53):
 * - `same`: the person stays, and so does everything.
 * - `unproved`: the address stays, with its data and the links that were mailed to it. What does not prove this address is void.
 * - `other`: another person takes the place. Everything is void.
 */
export type Holder = 'same' | 'unproved' | 'other';

/**
 * Compares an attendance before and after an edit. `corrected` are the fields that earlier edits have changed: several corrections must
 * not add up to a replacement, so what was given out survives only while something that its person stated still stands.
 */
export function afterEdit(
  before: Identity & { readonly corrected: readonly IdentifyingField[] },
  after: Identity,
): { holder: Holder; corrected: IdentifyingField[] } {
  if (isOtherPerson(before, after)) return { holder: 'other', corrected: [] };
  const corrected = identifyingFields.filter(
    field => before.corrected.includes(field) || !isSameField(field, before[field], after[field]),
  );
  const stands = (field: IdentifyingField) => after[field] !== null && !corrected.includes(field);
  // A phone alone does not prove an address that an organiser has typed.
  if (stands('name') || stands(after.email === null ? 'phone' : 'email'))
    return { holder: 'same', corrected };
  return { holder: after.email === null ? 'other' : 'unproved', corrected: [] };
}

/** By e-mail; without one by phone, and by name where the phone is corrected or an e-mail is added. */
function isOtherPerson(before: Identity, after: Identity): boolean {
  if (before.email !== null) return before.email !== after.email;
  const hasSamePhone = before.phone !== null && before.phone === after.phone;
  return !(hasSamePhone && after.email === null) && !isSameName(before.name, after.name);
}

const isSameField = (field: IdentifyingField, one: string | null, other: string | null): boolean =>
  field === 'name' ? isSameName(one, other) : one === other;

/** Whether two spellings are of one name: regardless of case, accents, spaces and punctuation. */
export const isSameName = (one: string | null, other: string | null): boolean =>
  folded(one) === folded(other);

const folded = (name: string | null): string | null => {
  if (name === null) return null;
  const letters = name
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f\s\p{P}]/gu, '')
    .toLowerCase();
  // A name of punctuation alone is compared as it is.
  return letters === '' ? name : letters;
};
