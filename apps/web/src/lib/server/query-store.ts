import type { PersistedQuery } from '@tanstack/query-persist-client-core';
import type { QueryKey } from '@tanstack/react-query';
import { clear, createStore, del, delMany, entries, get, set } from 'idb-keyval';

/** The limit covers lists and each activity of a list. */
export const MAX_QUERIES = 300;
/** Filled by the service worker (service-worker/worker.ts). */
const IMAGES = 'minga-images';
/** Of earlier releases. */
const FORMER_DATABASES = [
  'minga-offline',
  'minga-queries',
  'minga-queries-2',
  'minga-queries-3',
  'minga-queries-4',
  'minga-queries-5',
  'minga-queries-6',
  'minga-queries-7',
  'minga-queries-8',
  'minga-queries-9',
  'minga-queries-10',
  'minga-queries-11',
  'minga-queries-12',
];
/** Gets the next number when stored responses get other fields: screens would not find them in what an earlier release stored. */
export const DATABASE = 'minga-queries-13';

const store = createStore(DATABASE, 'queries');

/** IndexedDB as the storage of TanStack Query's persister. Its functions reject where the browser stores nothing. */
export const queryStore = {
  getItem: (key: string) => get<PersistedQuery>(key, store),
  setItem: (key: string, query: PersistedQuery) => set(key, query, store),
  removeItem: (key: string) => del(key, store),
  entries: () => entries<string, PersistedQuery>(store),
};

/** Deletes all persisted queries and the images cached with them: on a shared phone the next user must not find them. */
export async function clearQueryStore(): Promise<void> {
  await Promise.all([clear(store), globalThis.caches?.delete(IMAGES)]);
  // The worker's list of the images' addresses.
  navigator.serviceWorker?.controller?.postMessage('deleteImageList');
}

/** Deletes the persisted queries whose key starts with `queryKey`. */
export async function deleteStoredQueries(queryKey: QueryKey): Promise<void> {
  const entries = await queryStore.entries();
  const found = entries.filter(([, stored]) =>
    queryKey.every((part, index) => stored.queryKey[index] === part),
  );
  await delMany(
    found.map(([key]) => key),
    store,
  );
}

/** A stored state with a time, in milliseconds, at which it is deleted, and not before. */
export interface Expiring {
  readonly expiresAt?: number;
}

/** Deletes all but the newest queries, and those that have expired. */
export async function limitQueryStore(): Promise<void> {
  const entries = (await queryStore.entries()).map(([key, { state }]) => ({
    key,
    state: state as typeof state & Expiring,
  }));
  const expired = entries.filter(({ state: { expiresAt = Infinity } }) => expiresAt < Date.now());
  const newestFirst = entries
    .filter(({ state }) => state.expiresAt === undefined)
    .toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt);
  await delMany(
    [...expired, ...newestFirst.slice(MAX_QUERIES)].map(({ key }) => key),
    store,
  );
}

/** Deletes the databases of earlier releases. */
export function deleteFormerStores(): void {
  for (const name of FORMER_DATABASES) indexedDB.deleteDatabase(name);
}
