import type { QueryClient } from '@tanstack/react-query';
import { now } from '../../../lib/now.ts';
import { doorPeople } from '../door-people.ts';
import {
  admittedResult,
  alreadyText,
  CHECKED_LATER,
  type DoorResult,
  hindrance,
  resultOf,
  UNKNOWN_CODE,
} from '../door-result.ts';
import { newArrival } from '../new-arrival.ts';
import { changeArrivals, loadedArrivals, noteArrival } from './arrivals.ts';
import { doorQuery } from './door.ts';
import { sendArrivals } from './send-arrivals.ts';

interface Scanned {
  readonly owner: string;
  readonly taskId: string;
  /** A code that the device's list does not have: the list may be older. */
  readonly code: string;
}

/** Asks the server about a code by checking it in. Without a network it is asked later. */
export async function checkCode(
  queryClient: QueryClient,
  { owner, taskId, code }: Scanned,
): Promise<DoorResult> {
  const isUnanswered = loadedArrivals(queryClient, owner).some(
    ({ item, outcome }) => item.code === code && outcome === null,
  );
  if (!isUnanswered)
    await noteArrival(queryClient, newArrival({ owner, taskId, name: null, target: { code } }));
  await sendArrivals(queryClient, owner);
  const arrival = loadedArrivals(queryClient, owner).findLast(({ item }) => item.code === code);
  const outcome = arrival?.outcome ?? null;
  if (arrival === undefined || outcome === null) return CHECKED_LATER;
  const { result, attendanceId, checkedInAt } = outcome;
  // An outcome shown here needs no review; an admission stays until the list has it.
  if (result !== 'checked-in')
    await changeArrivals(queryClient, owner, new Set([arrival.item.id]), () => null);
  const door = await queryClient.fetchQuery({ ...doorQuery(taskId), staleTime: 0 }).catch(() => undefined);
  const person = doorPeople(door?.attendances ?? [], 0, []).find(one => one.attendanceId === attendanceId);
  if (result === 'checked-in')
    return person === undefined
      ? resultOf('admitted', 'Puede entrar', 'Su llegada quedó registrada.')
      : admittedResult(person);
  if (result === 'already' && checkedInAt !== null)
    return resultOf('already', person?.name ?? 'Ya llegó', alreadyText(checkedInAt, now()));
  return (person && hindrance(person, now())) ?? UNKNOWN_CODE;
}
