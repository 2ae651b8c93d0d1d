import { afterEach, expect, test } from 'vitest';
import { emptyDraft } from './activity-draft.ts';
import { keepDraft, takeKeptDraft } from './kept-draft.ts';

afterEach(() => sessionStorage.clear());

const draft = { ...emptyDraft, title: 'Siembra', responsible: 'Ana', image: new File(['foto'], 'foto.jpg') };

test('the texts come back once, without the picture', () => {
  keepDraft('maria', draft);
  expect(takeKeptDraft('maria')).toEqual({ ...draft, image: null });
  expect(takeKeptDraft('maria')).toBeNull();
});

test('nobody else finds them', () => {
  keepDraft('maria', draft);
  expect(takeKeptDraft('luis')).toBeNull();
});

test('what is not a draft is none', () => {
  sessionStorage.setItem('minga.draft.maria', '{"title":7}');
  expect(takeKeptDraft('maria')).toBeNull();
  sessionStorage.setItem('minga.draft.maria', 'no');
  expect(takeKeptDraft('maria')).toBeNull();
});
