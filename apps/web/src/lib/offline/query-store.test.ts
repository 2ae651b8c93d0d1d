import { expect, test } from 'vitest';
import { storedKeys, storeQuery } from '../../../test/query-store.ts';
import { deleteFormerStore, limitQueryStore, MAX_QUERIES } from './query-store.ts';

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
