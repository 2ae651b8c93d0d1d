import { expect, test } from 'vitest';
import { anActivity } from '../../../../test/activity.ts';
import { answerWith } from '../../../../test/server.ts';
import { createQueryClient } from '../../../lib/query-client.ts';
import { oneActivity } from './one-activity.ts';
import { searchResults } from './search-results.ts';

const gone = anActivity({ _id: '0197a000-0000-7000-8000-000000000001' });
const other = anActivity({ _id: '0197a000-0000-7000-8000-000000000002' });

async function openGone(status: number) {
  answerWith({ [`GET /tasks/${gone._id}`]: { status, body: { message: 'No', code: 'DELETED' } } });
  const client = createQueryClient();
  const { queryKey } = searchResults({});
  client.setQueryData(queryKey, { pages: [{ rows: [gone, other], total: 2 }], pageParams: [0] });
  await client.fetchQuery({ ...oneActivity(gone._id), retry: false }).catch(() => {});
  return client
    .getQueryData(queryKey)
    ?.pages.map(({ rows, total }) => ({ ids: rows.map(({ _id }) => _id), total }));
}

test('an activity that is gone leaves the lists that knew it', async () => {
  expect(await openGone(404)).toEqual([{ ids: [other._id], total: 1 }]);
});

test('one that only could not be asked for stays', async () => {
  expect(await openGone(503)).toEqual([{ ids: [gone._id, other._id], total: 2 }]);
});
