import { getActivity } from '@minga/contract/activities';
import { expect, test } from 'vitest';
import { anActivity } from '../../../../test/activity.ts';
import { declareResponses, respond } from '../../../../test/server.ts';
import { createQueryClient } from '../../../lib/query-client.ts';
import { oneActivity } from './one-activity.ts';
import { searchResults } from './search-results.ts';

const missing = anActivity({ _id: '0197a000-0000-7000-8000-000000000001' });
const other = anActivity({ _id: '0197a000-0000-7000-8000-000000000002' });

async function openMissing(status: number) {
  declareResponses(
    respond(getActivity, { status, body: { message: 'No', code: 'DELETED' } }, { id: missing._id }),
  );
  const client = createQueryClient();
  const { queryKey } = searchResults({});
  client.setQueryData(queryKey, { pages: [{ rows: [missing, other], total: 2 }], pageParams: [0] });
  await client.fetchQuery({ ...oneActivity(missing._id), retry: false }).catch(() => {});
  return client
    .getQueryData(queryKey)
    ?.pages.map(({ rows, total }) => ({ ids: rows.map(({ _id }) => _id), total }));
}

test('removes a missing activity from the cached lists', async () => {
  expect(await openMissing(404)).toEqual([{ ids: [other._id], total: 1 }]);
});

test('keeps an activity whose request failed', async () => {
  expect(await openMissing(503)).toEqual([{ ids: [missing._id, other._id], total: 2 }]);
});
