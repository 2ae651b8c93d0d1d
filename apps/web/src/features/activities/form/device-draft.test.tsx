import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import '../../../../test/render.tsx';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { announceSessionLoss } from '../../../lib/server/query-client.ts';
import { deleteDraftsOfOthers, deletePictures } from '../../../lib/storage/delete-drafts-of-others.ts';
import { deviceDraft, readPicture } from '../../../lib/storage/device-drafts.ts';
import { activityDraftSchema, type DraftValues, emptyDraft, storedValues } from './activity-draft.ts';
import { draftName, useDeviceDraft } from './device-draft.tsx';
import 'fake-indexeddb/auto';

afterEach(async () => {
  vi.restoreAllMocks();
  await deletePictures(() => true);
});

const MINE = draftName('maria', 'new');
const KEY = `minga.draft.${MINE}`;
const photo = new File(['foto'], 'foto.jpg', { type: 'image/jpeg' });

const storedTexts = (name = MINE) => deviceDraft(name, storedValues).read()?.values;
const stored = (values: object) => JSON.stringify({ at: Date.now(), version: null, values });

function open({ name = MINE, version = null, start = emptyDraft }: Partial<Opening> = {}) {
  const { result, unmount } = renderHook(() => {
    const form = useSchemaForm(activityDraftSchema(), start);
    const { isDirty } = form.formState;
    return { form, isDirty, ...useDeviceDraft(form, { name, version, isUnsaved: () => isDirty }) };
  });
  const type = (values: Partial<DraftValues>) =>
    act(() => {
      for (const [field, value] of Object.entries(values))
        result.current.form.setValue(field as 'title', value as string, { shouldDirty: true });
    });
  const has = (values: Partial<DraftValues>) =>
    vi.waitFor(() => expect(result.current.form.getValues()).toMatchObject(values));
  return { result, type, has, unmount };
}

interface Opening {
  name: string;
  version: string | null;
  start: DraftValues;
}

const settled = () => vi.waitFor(() => expect(storedTexts()).toBeDefined());
const leave = () => act(() => dispatchEvent(new Event('pagehide')));

test('stores a pause after a change, and restores texts and picture in a form that is opened later', async () => {
  const first = open();
  first.type({ title: 'Siembra', needs: [], image: photo });
  expect(storedTexts()).toBeUndefined();
  await settled();
  await vi.waitFor(async () => expect(await readPicture(KEY)).not.toBeNull());
  first.unmount();

  const later = open();
  await later.has({ title: 'Siembra' });
  const restored = { kind: 'restored', isPictureLost: false };
  await vi.waitFor(() => expect(later.result.current.notice).toMatchObject(restored));
  expect(later.result.current.form.getValues('image')).toBeInstanceOf(File);
  expect(later.result.current.form.getValues('image')).toMatchObject({ name: 'foto.jpg', size: 4 });
  expect(later.result.current.isDirty).toBe(true);
});

test.each([
  ['the page is hidden for good', () => dispatchEvent(new Event('pagehide'))],
  [
    'another app covers the page',
    () => {
      vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
      document.dispatchEvent(new Event('visibilitychange'));
    },
  ],
  ['the session ends', announceSessionLoss],
])('stores at once when %s', (_, happen) => {
  open().type({ title: 'Siembra' });
  act(() => void happen());
  expect(storedTexts()).toMatchObject({ title: 'Siembra' });
});

test('a draft that another tab has deleted is not stored again when this tab closes', async () => {
  const { type } = open();
  type({ title: 'Siembra' });
  await settled();
  deleteDraftsOfOthers(null);
  leave();
  expect(storedTexts()).toBeUndefined();
});

test('is deleted with its picture once the form has its initial values again, or is saved', async () => {
  const { type, result } = open();
  type({ title: 'Siembra', image: photo });
  await settled();
  type({ title: '', image: null });
  await vi.waitFor(() => expect(storedTexts()).toBeUndefined());
  await vi.waitFor(async () => expect(await readPicture(KEY)).toBeNull());
  type({ title: 'Siembra' });
  leave();
  act(() => result.current.remove());
  expect(storedTexts()).toBeUndefined();
});

test('a discarded draft can be brought back', async () => {
  localStorage.setItem(KEY, stored({ ...emptyDraft, title: 'Siembra' }));
  const { result, has } = open();
  await has({ title: 'Siembra' });
  const press = () => act(() => result.current.press(result.current.notice ?? expect.fail()));
  press();
  await has(emptyDraft);
  expect(result.current.notice?.kind).toBe('discarded');
  await vi.waitFor(() => expect(storedTexts()).toBeUndefined());
  press();
  await has({ title: 'Siembra' });
  await settled();
});

test('a draft older than the activity’s version is only offered', async () => {
  localStorage.setItem(KEY, stored({ ...emptyDraft, title: 'Siembra' }));
  const { result, has } = open({
    version: '2026-11-28T12:00:00.000Z',
    start: { ...emptyDraft, title: 'Olla' },
  });
  await vi.waitFor(() => expect(result.current.notice?.kind).toBe('outdated'));
  await has({ title: 'Olla' });
  act(() => result.current.press(result.current.notice ?? expect.fail()));
  await has({ title: 'Siembra' });
});

test('drafts of other forms and accounts are not restored', async () => {
  const others = [draftName('luis', 'new'), draftName('maria', 'copy.0193'), draftName('maria', '0193')];
  for (const name of others)
    localStorage.setItem(`minga.draft.${name}`, stored({ ...emptyDraft, title: name }));
  const { result } = open();
  await act(async () => {});
  expect(result.current.form.getValues()).toEqual(emptyDraft);
  expect(result.current.notice).toBeNull();
});

test('an account’s drafts remain when it signs in again; all go at a sign-out', async () => {
  const keys = [`minga.draft.maria.new`, 'minga.draft.luis.new'];
  for (const key of keys) {
    deviceDraft(key.slice('minga.draft.'.length), storedValues).write(emptyDraft, photo, null);
    await vi.waitFor(async () => expect(await readPicture(key)).not.toBeNull());
  }
  const left = async () => ({
    texts: Object.keys(localStorage),
    pictures: (await Promise.all(keys.map(readPicture))).map(picture => picture !== null),
  });
  deleteDraftsOfOthers('maria');
  await expect.poll(left).toEqual({ texts: [KEY], pictures: [true, false] });
  deleteDraftsOfOthers(null);
  await expect.poll(left).toEqual({ texts: [], pictures: [false, false] });
});

test('without storage there is no draft, and nothing throws', async () => {
  const { type, result } = open();
  vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  type({ title: 'Siembra', image: photo });
  leave();
  expect(result.current.keep()).toBe(false);
  expect(result.current.form.getValues('title')).toBe('Siembra');
});

test('a picture that the browser did not store is missed', async () => {
  const { image: _lost, ...texts } = emptyDraft;
  localStorage.setItem(KEY, stored({ ...texts, title: 'Siembra' }));
  const { result, has } = open();
  await has({ title: 'Siembra', image: null });
  await vi.waitFor(() => expect(result.current.notice).toMatchObject({ isPictureLost: true }));
});

test('a draft of more than 30 days is not restored', async () => {
  const at = Date.now() - 31 * 24 * 60 * 60 * 1000;
  localStorage.setItem(
    KEY,
    JSON.stringify({ at, version: null, values: { ...emptyDraft, title: 'Siembra' } }),
  );
  const { result } = open();
  await act(async () => {});
  expect(result.current.notice).toBeNull();
});

// Written by the release of 28 November 2026, before the schema was derived from the contract's.
const storedText =
  '{"title":"Siembra","description":"Trae\\nguantes","place":"Cerro","date":"2099-12-05 09:00:00","endDate":"2099-12-05 11:00:00","location":"2.4448, -76.6147","directions":"La casa azul","isLocationPrivate":true,"needsRequired":true,"contact":"any","capacity":"20","companionsMax":"2","hasWaitingList":false,"asksAgain":true,"collectiveId":"01950000-0000-7000-8000-00000000000a","category":"ambiente","tags":"río, limpieza","responsible":"Ana, Luis","questions":[{"_id":"01930000-0000-7000-8000-0000000000c1","label":"¿Talla?","kind":"choice","options":"S\\nM","required":true}],"needs":[{"kind":"thing","name":"Palas","quantity":"1.000","startsAt":"","endsAt":"","note":"De punta"},{"kind":"task","name":"Cocina","quantity":"1","startsAt":"2099-12-05T08:00","endsAt":"2099-12-05T10:00","note":""}],"goals":[{"label":"Sembrar","target":"300","unit":"árboles"}],"repeat":{"frequency":"weekly","interval":"2","weekdays":["tu"],"end":"until","count":"12","until":"2100-02-01"}}';

test('restores all fields that an earlier release stored in the tab', async () => {
  const { image: _lost, ...fields } = JSON.parse(storedText) as DraftValues;
  // The form has all fields of that release, and those that came after it are empty.
  expect(Object.keys(emptyDraft)).toEqual(expect.arrayContaining(Object.keys(fields)));
  sessionStorage.setItem(KEY, storedText);
  await open().has({ ...emptyDraft, ...fields, image: null });
  await settled();
  expect(sessionStorage.getItem(KEY)).toBeNull();
});

test('ignores stored fields that the form does not have', () => {
  localStorage.setItem(KEY, stored({ ...emptyDraft, price: 7 }));
  expect(storedTexts()).toEqual(emptyDraft);
});

test.each(Object.keys(emptyDraft))('ignores a stored draft of which «%s» is malformed', name => {
  localStorage.setItem(KEY, stored({ ...emptyDraft, [name]: { is: 'malformed' } }));
  // A picture that cannot be read counts as lost.
  expect(storedTexts()).toEqual(name === 'image' ? { ...emptyDraft, image: undefined } : undefined);
});
