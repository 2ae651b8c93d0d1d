import 'fake-indexeddb/auto';
import { PERSISTER_KEY_PREFIX } from '@tanstack/query-persist-client-core';
import { hashKey, type QueryKey, type QueryState } from '@tanstack/react-query';
import { afterEach } from 'vitest';
import { clearQueryStore, queryStore } from '../src/lib/server/query-store.ts';

afterEach(clearQueryStore);

const keyOf = (queryKey: QueryKey) => `${PERSISTER_KEY_PREFIX}-${hashKey(queryKey)}`;

/** What the store holds of this query, as its owner and data; undefined if there is nothing. */
export async function storedQuery(queryKey: QueryKey) {
  const entry = await queryStore.getItem(keyOf(queryKey));
  return entry && { owner: entry.buster, data: entry.state.data as unknown };
}

export const storedKeys = async (): Promise<QueryKey[]> =>
  (await queryStore.entries()).map(([, { queryKey }]) => queryKey);

/** Writes data to the store as an earlier visit would have. */
export const storeQuery = (
  queryKey: QueryKey,
  data: unknown,
  { owner = 'ana', at = Date.now(), expiresAt }: { owner?: string; at?: number; expiresAt?: number } = {},
) =>
  queryStore.setItem(keyOf(queryKey), {
    buster: owner,
    queryKey,
    queryHash: hashKey(queryKey),
    state: { data, dataUpdatedAt: at, ...(expiresAt !== undefined && { expiresAt }) } as QueryState,
  });
