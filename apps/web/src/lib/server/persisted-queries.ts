import {
  experimental_createQueryPersister as createPersister,
  PERSISTER_KEY_PREFIX,
} from '@tanstack/query-persist-client-core';
import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { currentLiveState } from '../live/live.ts';
import { failureOf, isWithoutResponse } from '../offline/is-unreached.ts';
import { isOfflineShell, unmarkOfflineShell } from '../offline/offline-shell.ts';
import { markRestored } from '../offline/restored-queries.ts';
import {
  clearQueryStore,
  deleteFormerStores,
  type Expiring,
  limitQueryStore,
  queryStore,
} from './query-store.ts';

/** After this time without a response the server counts as unreachable. */
const TIMEOUT_MS = 5000;

/**
 * Persists queries with `meta: { isPersisted: true }` for the user of the query `sessionKey`, and restores them when the
 * server is unreachable or does not respond in time. Includes queries that were fetched or have failed before this call.
 */
export function persistQueries(queryClient: QueryClient, sessionKey: QueryKey): void {
  const cache = queryClient.getQueryCache();
  const persister = createQueryPersister(queryClient, sessionKey);

  const persist = (query: Query) => void persister.persist(query).catch(ignore);
  const restore = (query: Query) => void persister.restore(query).catch(ignore);

  /** After one timeout, further queries are restored at once. */
  let isSilent = isOfflineShell();
  const restoreAfterTimeout = (query: Query) => {
    if (isSilent) return restore(query);
    const count = settledCount(query);
    setTimeout(() => {
      // A fetch that started later has its own timeout.
      if (query.state.fetchStatus !== 'fetching' || settledCount(query) !== count) return;
      isSilent = true;
      restore(query);
    }, TIMEOUT_MS);
  };

  for (const query of cache.getAll().filter(isPersisted)) {
    if (query.state.data !== undefined) persist(query);
    else if (isWithoutResponse(failureOf(query))) restore(query);
    else restoreAfterTimeout(query);
  }
  cache.subscribe(event => {
    const { query, type } = event;
    const action = type === 'updated' ? event.action : null;
    if (action?.type === 'success' && !action.manual) {
      isSilent = false;
      unmarkOfflineShell();
    }
    if (!isPersisted(query)) return;
    // Another screen, whose options lack the mark, may have fetched it.
    if (type === 'observerAdded' && query.state.data !== undefined) persist(query);
    if (action?.type === 'fetch') restoreAfterTimeout(query);
    if (action?.type === 'success') persist(query);
    // Each failed try, and the last.
    if ((action?.type === 'failed' || action?.type === 'error') && isWithoutResponse(failureOf(query))) {
      isSilent = true;
      restore(query);
    }
  });
}

const settledCount = ({ state }: Query): number => state.dataUpdateCount + state.errorUpdateCount;

const isPersisted = ({ meta }: Query): boolean => meta?.isPersisted === true;

/** Storage may be switched off or full: then nothing is available offline. */
function ignore(): void {}

type StoredState = Pick<Query['state'], 'data' | 'dataUpdatedAt'>;

export const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;
const VISITOR = 'visitor';

/** Both functions reject where the browser stores nothing. */
interface QueryPersister {
  /** Writes the query's data to the store as soon as its owner is known. */
  persist(query: Query): Promise<void>;
  /** Reads the data of a query without data. The fetch continues, and `dataUpdatedAt` is the age of the data. */
  restore(query: Query): Promise<void>;
}

/**
 * Persists queries for the user in the query `sessionKey` (null: a visitor), whose id is the entries' buster. When the user
 * changes, the store is cleared before anything is written. The session's own entry names the owner of the store while the
 * server is unreachable.
 */
export function createQueryPersister(queryClient: QueryClient, sessionKey: QueryKey): QueryPersister {
  const pending = new Set<Query>();
  /** What the store holds of each query. */
  let stored = new WeakMap<Query, StoredState>();
  let opening: Promise<void> | undefined;
  let storeOwner: string | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  const otherTabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('minga.queries');

  /** Undefined until the session has been checked. */
  const currentOwner = (): string | undefined => {
    const user = queryClient.getQueryData<{ _id: string } | null>(sessionKey);
    return user === null ? VISITOR : user?._id;
  };
  const readStoreOwner = async () =>
    (await queryStore.getItem(`${PERSISTER_KEY_PREFIX}-${hashKey(sessionKey)}`))?.buster;

  async function open(): Promise<void> {
    deleteFormerStores();
    storeOwner = await readStoreOwner();
    if (storeOwner !== undefined) await persisterOf(storeOwner).persisterGc();
    await limitQueryStore();
  }

  async function write(query: Query): Promise<void> {
    opening ??= open();
    await opening;
    if (currentOwner() === undefined) return void pending.add(query);
    // The user may change again while the store is being cleared.
    for (let owner = currentOwner(); owner !== storeOwner; owner = currentOwner()) {
      await clearQueryStore();
      stored = new WeakMap();
      storeOwner = owner;
    }
    const queries = [query, ...pending];
    pending.clear();
    await Promise.all(queries.map(writeData));
  }

  async function writeData(query: Query): Promise<void> {
    const { data, dataUpdatedAt } = query.state;
    // A query of an ended session has been reset by now.
    if (data === undefined || storeOwner === undefined) return;
    const before = stored.get(query);
    if (before?.data === data && before.dataUpdatedAt === dataUpdatedAt) return;
    const { persistQuery } = persisterOf(storeOwner);
    const { queryKey, meta } = query;
    const expiry = meta?.expiresAt && { expiresAt: meta.expiresAt(data) };
    const store = ({ queryKey, data }: { queryKey: QueryKey; data: unknown }) => {
      const state: StoredState & Expiring = { data, dataUpdatedAt, ...expiry };
      return persistQuery({ queryKey, queryHash: hashKey(queryKey), state } as Query);
    };
    const parts = meta?.parts?.(data) ?? [];
    await Promise.all([...parts, { queryKey, data: firstPageOf(data) }].map(store)).catch(error => {
      if (meta?.shortened === undefined) throw error;
      return store({ queryKey, data: meta.shortened(data) });
    });
    stored.set(query, { data, dataUpdatedAt });
    if (meta?.isSynchronized) otherTabs?.postMessage(query.queryHash);
  }

  async function read(query: Query, isExpected: () => boolean): Promise<void> {
    const owner = currentOwner() ?? (await readStoreOwner());
    if (owner === undefined) return;
    await persisterOf(owner).retrieveQuery(query.queryHash, ({ state: { data, dataUpdatedAt } }) => {
      if (!isExpected() || (currentOwner() ?? owner) !== owner) return;
      markRestored(query, dataUpdatedAt);
      const { error } = query.state;
      const shown = queryClient.setQueryData(query.queryKey, query.meta?.restored?.(data) ?? data, {
        updatedAt: dataUpdatedAt,
      });
      stored.set(query, { data: shown, dataUpdatedAt });
      // A failed query is refetched in intervals; a successful one would not be.
      if (error !== null) query.setState({ error, status: 'error' });
    });
  }

  const restore = async (query: Query) => {
    const isEmpty = () => query.state.data === undefined;
    if (isEmpty()) await read(query, isEmpty);
  };

  if (otherTabs !== null) {
    otherTabs.onmessage = ({ data: queryHash }: MessageEvent<string>) => {
      const query = queryClient.getQueryCache().get(queryHash);
      // With a live connection the server reports the changes of other tabs.
      const isExpected = () => currentLiveState() !== 'connected';
      if (query && isExpected()) void read(query, isExpected).catch(() => {});
    };
  }

  return {
    restore,
    persist(query) {
      // In sequence: nothing is written between the end of a session and the clearing of the store.
      const written = queue.then(() => write(query));
      queue = written.catch(() => undefined);
      return written;
    },
  };
}

const persisterOf = (owner: string) =>
  createPersister({
    storage: queryStore,
    buster: owner,
    maxAge: MAX_AGE_MS,
    // IndexedDB stores objects.
    serialize: query => query,
    deserialize: query => query,
  });

/** An infinite query is stored with its first page only. */
function firstPageOf(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || !('pages' in data && 'pageParams' in data)) return data;
  const { pages, pageParams } = data as { pages: unknown[]; pageParams: unknown[] };
  return { pages: pages.slice(0, 1), pageParams: pageParams.slice(0, 1) };
}
