import { wholeActivity } from '@minga/contract/activities';
import { expect, onTestFinished, test, vi } from 'vitest';
import { storedKeys, storeQuery } from '../../../test/query-store.ts';
import {
  clearQueryStore,
  DATABASE,
  deleteFormerStores,
  limitQueryStore,
  MAX_QUERIES,
} from './query-store.ts';

test('deletes the oldest queries beyond the limit', async () => {
  for (let at = 1; at <= MAX_QUERIES + 2; at++) await storeQuery(['stored at', at], [], { at });
  await limitQueryStore();
  const keys = await storedKeys();
  expect(keys).toHaveLength(MAX_QUERIES);
  expect(keys).not.toContainEqual(['stored at', 1]);
  expect(keys).not.toContainEqual(['stored at', 2]);
  await limitQueryStore();
  expect(await storedKeys()).toHaveLength(MAX_QUERIES);
});

test('deletes what has expired, and nothing with a later expiry', async () => {
  const inAnHour = Date.now() + 3_600_000;
  await storeQuery(['over'], [], { expiresAt: Date.now() - 1 });
  await storeQuery(['door'], [], { at: 0, expiresAt: inAnHour });
  for (let at = 1; at <= MAX_QUERIES; at++) await storeQuery(['stored at', at], [], { at });
  await limitQueryStore();
  const keys = await storedKeys();
  expect(keys).toHaveLength(MAX_QUERIES + 1);
  expect(keys).toContainEqual(['door']);
  expect(keys).not.toContainEqual(['over']);
});

test('deletes the databases of earlier releases', async () => {
  const former = ['minga-offline', 'minga-queries'];
  for (const name of former) {
    await new Promise<void>(resolve => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => resolve(opening.result.close());
    });
  }
  deleteFormerStores();
  await expect
    .poll(async () => (await indexedDB.databases()).filter(({ name = '' }) => former.includes(name)))
    .toEqual([]);
});

test('the database is that of the fields that screens read', () => {
  // When this fails, give DATABASE the next number, add the former name to those that are deleted, and update the fields.
  expect([DATABASE, ...Object.keys(wholeActivity.shape)].join(' ')).toBe(
    'minga-queries-13 _id shortId title description place date endDate series location directions isLocationPrivate hasQuestions hasNeeds missing goals memory needsRequired contact capacity companionsMax hasWaitingList asksAgain places category tags accessibility selfCheckIn responsible image picture isPromoted promotion status rejectionReason isHeld hold appeal user isOwner canManage canCheckIn collective source distanceKm createdAt updatedAt questions needs chatUrl poster isFederated',
  );
});

test('clearing also deletes the images and the service worker’s list of them', async () => {
  onTestFinished(() => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, 'serviceWorker');
  });
  const [deleteCache, postMessage] = [vi.fn(), vi.fn()];
  vi.stubGlobal('caches', { delete: deleteCache });
  Object.defineProperty(navigator, 'serviceWorker', {
    value: { controller: { postMessage } },
    configurable: true,
  });
  await clearQueryStore();
  expect(deleteCache).toHaveBeenCalledWith('minga-images');
  expect(postMessage).toHaveBeenCalledWith('deleteImageList');
});
