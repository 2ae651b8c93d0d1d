import { CHECKED_TASKS_MAX, checkAttendances } from '@minga/contract/attendance';
import DataLoader from 'dataloader';
import { call } from '../../../lib/api.ts';

/** The batch window: one scroll step reveals one or two rows of cards. */
const BATCH_WINDOW_MS = 30;

/** A confirmed attendance of the viewer's. */
interface Attended {
  /** Null: not checked in. */
  readonly checkedInAt: string | null;
}

/** Batches the checks of activities that scroll into view at the same time; null: not attended. The query cache stores the results. */
export const attendanceLoader = new DataLoader<string, Attended | null>(
  async taskIds => {
    const { attending, arrived } = await call(checkAttendances, {
      query: { taskIds: [...new Set(taskIds)].join(',') },
    });
    const arrivals = new Map(arrived.map(({ taskId, checkedInAt }) => [taskId, checkedInAt]));
    return taskIds.map(id => (attending.includes(id) ? { checkedInAt: arrivals.get(id) ?? null } : null));
  },
  {
    cache: false,
    maxBatchSize: CHECKED_TASKS_MAX,
    batchScheduleFn: send => void setTimeout(send, BATCH_WINDOW_MS),
  },
);
