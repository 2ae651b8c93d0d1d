import type { Transaction } from '../../platform/database/connection.ts';
import { publish } from '../../platform/live/publish.ts';

interface UpdatedActivity {
  /** Of the activity. */
  readonly id: string;
  readonly ownerId: string;
}

/** Makes the organisers' open screens refetch their participant lists, after the commit. */
export const publishAttendanceUpdate = (
  tx: Transaction,
  activities: readonly UpdatedActivity[],
): Promise<void> =>
  publish(
    tx,
    activities.map(({ id, ownerId }) => ({
      user: ownerId,
      event: 'asistentes_actualizados',
      data: { taskId: id },
    })),
  );
