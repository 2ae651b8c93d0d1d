import { expect, onTestFinished, test, vi } from 'vitest';
import { storedKeys, storeQuery } from '../../../test/query-store.ts';
import { clearQueryStore, deleteFormerStore, limitQueryStore, MAX_QUERIES } from './query-store.ts';

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

test('deletes the database of earlier releases', async () => {
  await new Promise(resolve => {
    const opening = indexedDB.open('minga-offline');
    opening.onsuccess = () => resolve(opening.result.close());
  });
  deleteFormerStore();
  await expect
    .poll(async () => (await indexedDB.databases()).map(({ name }) => name))
    .not.toContain('minga-offline');
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
