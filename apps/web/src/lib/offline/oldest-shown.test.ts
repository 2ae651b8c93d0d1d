import type { Query, QueryKey } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { ApiError, noConnection } from '../api.ts';
import { createQueryClient } from '../query-client.ts';
import { oldestShown } from './oldest-shown.ts';

const SESSION = ['session'];

interface Shown {
  key?: string;
  /** 0: it never came. */
  at?: number;
  isKept?: boolean;
  error?: Error;
}

function shown(...queries: Shown[]): Query[] {
  const client = createQueryClient();
  const cache = client.getQueryCache();
  return queries.map(({ key = 'list', at = 0, isKept = true, error = null }, place) => {
    const queryKey: QueryKey = [key, place];
    const query: Query = cache.build(client, { queryKey, meta: { isKept } });
    query.setState({ ...query.state, data: at > 0 ? 'answer' : undefined, dataUpdatedAt: at, error });
    return query;
  });
}

test('with a network and answers there is nothing to tell', () => {
  expect(oldestShown(shown({ at: 10 }), true, SESSION)).toBeNull();
});

test('without a network the oldest of what is shown tells the age', () => {
  expect(oldestShown(shown({ at: 20 }, { at: 10 }), false, SESSION)).toBe(10);
});

test('with a network, but no server, only what could not be asked is old', () => {
  const queries = shown({ at: 10 }, { at: 20, error: noConnection() });
  expect(oldestShown(queries, true, SESSION)).toBe(20);
});

test.each([
  ['a refusal is an answer', { at: 10, error: new ApiError(404, 'NOT_FOUND', ['No existe']) }, true],
  ['what is not kept', { at: 10, isKept: false }, false],
  ['what never came', { at: 0 }, false],
  ['who is signed in', { key: 'session', at: 10 }, false],
])('%s has no age to tell', (_, query, isOnline) => {
  expect(oldestShown(shown(query), isOnline, SESSION)).toBeNull();
});
