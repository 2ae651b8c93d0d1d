import type { Transaction } from '../../platform/database/connection.ts';
import { publish } from '../../platform/live/publish.ts';

interface Listed {
  /** The activity. */
  readonly id: string;
  readonly ownerId: string;
}

/** The open screens of the activities' owners ask for the list anew. */
export const publishAttendanceUpdate = (tx: Transaction, activities: readonly Listed[]): Promise<void> =>
  publish(
    tx,
    activities.map(({ id, ownerId }) => ({
      user: ownerId,
      event: 'asistentes_actualizados',
      data: { taskId: id },
    })),
  );
