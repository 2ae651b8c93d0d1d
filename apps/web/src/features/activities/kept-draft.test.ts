import { afterEach, expect, test } from 'vitest';
import { emptyDraft } from './activity-draft.ts';
import { keepDraft, takeKeptDraft } from './kept-draft.ts';

afterEach(() => sessionStorage.clear());

const draft = { ...emptyDraft, title: 'Siembra', responsible: 'Ana' };
const maria = { authorId: 'maria', activityId: null };

test('the texts come back once', () => {
  keepDraft(maria, draft);
  expect(takeKeptDraft(maria)).toEqual(draft);
  expect(takeKeptDraft(maria)).toBeNull();
});

test.each([
  ['a new picture is lost', new File(['foto'], 'foto.jpg'), 'lost'],
  ['the present one stays', 'kept' as const, 'kept'],
  ['one that was taken away stays away', null, null],
])('%s', (_, image, kept) => {
  keepDraft(maria, { ...draft, image });
  expect(takeKeptDraft(maria)?.image).toBe(kept);
});

test.each([
  ['nobody else', { ...maria, authorId: 'luis' }],
  ['no other activity', { ...maria, activityId: '0193' }],
])('%s gets them', (_, other) => {
  keepDraft(maria, draft);
  expect(takeKeptDraft(other)).toBeNull();
});

test('what is not a draft is none', () => {
  sessionStorage.setItem('minga.draft.maria.new', '{"title":7}');
  expect(takeKeptDraft(maria)).toBeNull();
  sessionStorage.setItem('minga.draft.maria.new', 'no');
  expect(takeKeptDraft(maria)).toBeNull();
});
