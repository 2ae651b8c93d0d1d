import type { Query, QueryKey } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { ApiError, noConnection } from '../../lib/server/api.ts';
import { createQueryClient } from '../../lib/server/query-client.ts';
import { oldestShownUpdate } from './after-start.tsx';

interface Shown {
  meta?: { isPersisted?: boolean; isAgeHidden?: boolean };
  /** 0: without data. */
  at?: number;
  error?: Error;
}

function shown(...queries: Shown[]): Query[] {
  const client = createQueryClient();
  const cache = client.getQueryCache();
  return queries.map(({ meta = { isPersisted: true }, at = 0, error = null }, place) => {
    const queryKey: QueryKey = ['list', place];
    const query: Query = cache.build(client, { queryKey, meta });
    query.setState({ ...query.state, data: at > 0 ? 'response' : undefined, dataUpdatedAt: at, error });
    return query;
  });
}

test('is null online with responses', () => {
  expect(oldestShownUpdate(shown({ at: 10 }), true)).toBeNull();
});

test('offline, is the time of the oldest data shown', () => {
  expect(oldestShownUpdate(shown({ at: 20 }, { at: 10 }), false)).toBe(10);
});

test('online without the server, only data that could not be fetched count', () => {
  const queries = shown({ at: 10 }, { at: 20, error: noConnection() });
  expect(oldestShownUpdate(queries, true)).toBe(20);
});

test.each([
  ['an error response', { at: 10, error: new ApiError(404, 'NOT_FOUND', ['No existe']) }, true],
  ['a query that is not persisted', { at: 10, meta: {} }, false],
  ['a query without data', { at: 0 }, false],
  ['the session', { meta: { isPersisted: true, isAgeHidden: true }, at: 10 }, false],
])('ignores %s', (_, query, isOnline) => {
  expect(oldestShownUpdate(shown(query), isOnline)).toBeNull();
});
