import { revokeCertificate } from '@minga/contract/certificates';
import { confirmHours, listOwnHours } from '@minga/contract/hours';
import { listParticipants } from '@minga/contract/participants';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { aParticipant } from '../../../test/participant.ts';
import { declareResponses, respond } from '../../../test/server.ts';
import { allRowsQuery, keyOf, query, sectionKey } from './queries.ts';

const taskId = 'a1';

test('a key begins with its section and its endpoint, so that a refresh may be of either', () => {
  const { queryKey } = query(listOwnHours, { query: { limit: 5 } });
  expect(queryKey.slice(0, 1)).toEqual(sectionKey(listOwnHours));
  expect(queryKey.slice(0, 2)).toEqual(keyOf(listOwnHours));
});

test('two inputs, two endpoints of one section, and one page and all rows have keys of their own', () => {
  const keys = [
    query(listParticipants, { params: { taskId }, query: {} }).queryKey,
    query(listParticipants, { params: { taskId: 'a2' }, query: {} }).queryKey,
    allRowsQuery(listParticipants, { params: { taskId }, query: {} }).queryKey,
    keyOf(confirmHours, { params: { taskId } }),
    keyOf(revokeCertificate, { params: { id: taskId } }),
  ].map(key => JSON.stringify(key));
  expect(new Set(keys).size).toBe(keys.length);
});

test('all rows are fetched page by page, with the filters of the input', async () => {
  const sent = declareResponses(
    respond(listParticipants, { body: [aParticipant(1), aParticipant(2)] }, { taskId }),
  );
  const rows = await new QueryClient().fetchQuery(
    allRowsQuery(listParticipants, { params: { taskId }, query: {} }),
  );
  expect(rows.map(({ name }) => name)).toEqual([aParticipant(1).name, aParticipant(2).name]);
  expect(sent).toHaveLength(1);
});
