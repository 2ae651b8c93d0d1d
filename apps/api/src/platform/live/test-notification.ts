import { type LiveNotification, testNotification } from '@minga/contract/live';
import type { Clock } from '../clock.ts';
import { AppError, invalid, unavailable } from '../errors.ts';
import type { Limit, Limits } from '../limits/limits.ts';
import type { Logger } from '../log.ts';

// CONTRACT.md section 5.
const testByUser: Limit = { name: 'test-notification', times: 5, seconds: 60 };

interface Parts {
  readonly clock: Clock;
  readonly limits: Limits;
  readonly log: Logger;
}

/** Returns the test notification for `userId`, or the error to send instead. */
export async function createTestNotification(
  { clock, limits, log }: Parts,
  userId: string,
  payload: unknown,
): Promise<LiveNotification | AppError> {
  try {
    await limits.count(testByUser, userId);
    const { data, error } = testNotification.safeParse(payload);
    if (error !== undefined) throw invalid(error.issues.map(({ message }) => message));
    return {
      title: 'Aviso de prueba',
      message: data.message,
      type: 'test',
      taskId: null,
      timestamp: clock().toISOString(),
    };
  } catch (error) {
    if (error instanceof AppError) return error;
    log.error({ err: error }, 'a test notification failed');
    return unavailable();
  }
}
