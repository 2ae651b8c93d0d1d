import { type Door, undoCheckIn } from '@minga/contract/check-ins';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { type Arrival, isUnsent } from '../arrival.ts';
import type { DoorPerson } from '../door-people.ts';
import { changeArrivals, loadedArrivals } from './arrivals.ts';
import { doorQuery } from './door.ts';
import { sendArrivals } from './send-arrivals.ts';

interface Undone {
  readonly owner: string;
  readonly taskId: string;
  readonly person: DoorPerson;
}

/**
 * Undoes an arrival: one that was never sent on this device, any other at the server. One whose response has not come is undone with
 * the next batch. Rejects with an ApiError where the server is needed and does not do it.
 */
export async function undoArrival(
  queryClient: QueryClient,
  { owner, taskId, person }: Undone,
): Promise<void> {
  const own = loadedArrivals(queryClient, owner).filter(arrival => isOf(arrival, person));
  const ids = new Set(own.map(({ item }) => item.id));
  // The response may have come since the person was shown.
  if (person.isUnsent && own.every(isUnsent)) {
    await changeArrivals(queryClient, owner, ids, arrival =>
      arrival.isAttempted ? { ...arrival, isUndone: true } : null,
    );
    void sendArrivals(queryClient, owner);
    return;
  }
  const id = person.attendanceId ?? own[0]?.outcome?.attendanceId ?? null;
  if (id === null) return;
  await call(undoCheckIn, { params: { id } });
  const { queryKey } = doorQuery(taskId);
  await queryClient.cancelQueries({ queryKey });
  const updatedAt = queryClient.getQueryState(queryKey)?.dataUpdatedAt;
  queryClient.setQueryData(queryKey, door => door && withoutArrival(door, id), {
    ...(updatedAt !== undefined && { updatedAt }),
  });
  await changeArrivals(queryClient, owner, ids, () => null);
  void queryClient.invalidateQueries({ queryKey });
}

const isOf = ({ item, outcome }: Arrival, { key, attendanceId }: DoorPerson): boolean =>
  item.id === key || (attendanceId !== null && (outcome?.attendanceId ?? item.attendanceId) === attendanceId);

const withoutArrival = (door: Door, id: string): Door => ({
  ...door,
  attendances: door.attendances.map(entry => (entry._id === id ? { ...entry, checkedInAt: null } : entry)),
});
