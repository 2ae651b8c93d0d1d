import { CHECKED_TASKS_MAX, checkAttendances } from '@minga/contract/attendance';
import DataLoader from 'dataloader';
import { call } from '../../../lib/api.ts';

/** So long the cards that come into view are gathered: one scroll brings a row or two. */
const GATHER_MS = 30;

/** Asks about all activities that come into view together in one call; what was answered is kept by the query cache. */
export const attendanceLoader = new DataLoader<string, boolean>(
  async taskIds => {
    const { attending } = await call(checkAttendances, {
      query: { taskIds: [...new Set(taskIds)].join(',') },
    });
    return taskIds.map(taskId => attending.includes(taskId));
  },
  {
    cache: false,
    maxBatchSize: CHECKED_TASKS_MAX,
    batchScheduleFn: send => void setTimeout(send, GATHER_MS),
  },
);
