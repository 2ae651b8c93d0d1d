import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { content, refreshPanel } from './api.ts';

test('a list that was still loading during an action is fetched again after it', async () => {
  const client = new QueryClient();
  const first = Promise.withResolvers<string>();
  const responses = [first.promise, Promise.resolve('after the action')];
  const queryKey = ['list'];
  const queryFn = async () => responses.shift() ?? '';
  const list = new QueryObserver(client, { ...content, queryKey, queryFn });
  const unsubscribe = list.subscribe(() => {});
  const refreshed = refreshPanel(client);
  first.resolve('before the action');
  await refreshed;
  expect(client.getQueryData(queryKey)).toBe('after the action');
  unsubscribe();
});
