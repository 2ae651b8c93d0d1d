import { afterEach, expect, test } from 'vitest';
import { storeValues, takeStoredValues } from '../../lib/stored-values.ts';
import { type DraftValues, emptyDraft } from './activity-draft.ts';
import { lostImageNotice, storedDraft, storedDraftName } from './stored-draft.ts';

afterEach(() => sessionStorage.clear());

const draft: DraftValues = { ...emptyDraft, title: 'Siembra', responsible: 'Ana' };
const mine = storedDraftName('maria', 'new');
const store = (values: DraftValues) => storeValues(mine, storedDraft, values);
const restore = (name = mine) => takeStoredValues(name, storedDraft);

test('restores the texts once', () => {
  store(draft);
  expect(restore()).toEqual(draft);
  expect(restore()).toBeNull();
});

test.each<[string, DraftValues['image'], unknown, string | null]>([
  ['a new image is lost', new File(['foto'], 'foto.jpg'), undefined, 'Elige otra vez la imagen.'],
  ['the current image stays', 'current', 'current', null],
  ['a removed image stays removed', null, null, null],
])('%s', (_, image, storedImage, remark) => {
  store({ ...draft, image });
  const restored = restore();
  expect(restored).toMatchObject({ title: 'Siembra' });
  expect(restored?.image).toBe(storedImage);
  expect(lostImageNotice(restored ?? { image: null })).toBe(remark);
});

test.each([
  ['another user', storedDraftName('luis', 'new')],
  ['another activity', storedDraftName('maria', '0193')],
])('%s does not get the draft', (_, name) => {
  store(draft);
  expect(restore(name)).toBeNull();
});

test('ignores stored values that are not a draft', () => {
  sessionStorage.setItem('minga.draft.maria.new', '{"title":7}');
  expect(restore()).toBeNull();
  sessionStorage.setItem('minga.draft.maria.new', 'no');
  expect(restore()).toBeNull();
});
