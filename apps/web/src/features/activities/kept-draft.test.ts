import { afterEach, expect, test } from 'vitest';
import { keepValues, takeKeptValues } from '../../lib/kept-values.ts';
import { type DraftValues, emptyDraft } from './activity-draft.ts';
import { keptDraft, keptDraftName, lostPicture } from './kept-draft.ts';

afterEach(() => sessionStorage.clear());

const draft: DraftValues = { ...emptyDraft, title: 'Siembra', responsible: 'Ana' };
const mine = keptDraftName('maria', null);
const keep = (values: DraftValues) => keepValues(mine, keptDraft, values);
const take = (name = mine) => takeKeptValues(name, keptDraft);

test('the texts come back once', () => {
  keep(draft);
  expect(take()).toEqual(draft);
  expect(take()).toBeNull();
});

test.each<[string, DraftValues['image'], unknown, string | null]>([
  ['a new picture is lost', new File(['foto'], 'foto.jpg'), undefined, 'Elige otra vez la imagen.'],
  ['the present one stays', 'kept', 'kept', null],
  ['one that was taken away stays away', null, null, null],
])('%s', (_, image, kept, remark) => {
  keep({ ...draft, image });
  const taken = take();
  expect(taken).toMatchObject({ title: 'Siembra' });
  expect(taken?.image).toBe(kept);
  expect(lostPicture(taken ?? { image: null })).toBe(remark);
});

test.each([
  ['nobody else', keptDraftName('luis', null)],
  ['no other activity', keptDraftName('maria', '0193')],
])('%s gets them', (_, name) => {
  keep(draft);
  expect(take(name)).toBeNull();
});

test('what is not a draft is none', () => {
  sessionStorage.setItem('minga.draft.maria.new', '{"title":7}');
  expect(take()).toBeNull();
  sessionStorage.setItem('minga.draft.maria.new', 'no');
  expect(take()).toBeNull();
});
