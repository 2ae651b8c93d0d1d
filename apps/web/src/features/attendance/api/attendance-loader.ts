import { CHECKED_TASKS_MAX, checkAttendances } from '@minga/contract/attendance';
import DataLoader from 'dataloader';
import { call } from '../../../lib/api.ts';

/** The batch window: one scroll step reveals one or two rows of cards. */
const BATCH_WINDOW_MS = 30;

/** Batches the checks of activities that scroll into view at the same time. The query cache stores the results. */
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
    batchScheduleFn: send => void setTimeout(send, BATCH_WINDOW_MS),
  },
);
