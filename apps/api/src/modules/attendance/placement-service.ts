import type { Claim, Need } from '@minga/contract/needs';
import type { Transaction } from '../../platform/database/connection.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { claimsProblem } from './claims-rules.ts';
import { full } from './errors.ts';
import { offerPlaces } from './offer-service.ts';
import { countFree, endOfQueue, readPlaces } from './places-repository.ts';
import { outcomeOf, sizeOf } from './places-rules.ts';
import type { PendingConfirmation } from './prepare-service.ts';
import type { AttendanceView, AttendedActivity } from './repository.ts';

/** The free places, the needs and the waiting list of a locked activity. */
export interface Room {
  /** The number of people for whom there is room. */
  readonly free: number;
  readonly needs: readonly Need[];
  /** The end of the waiting list. */
  readonly queue: Queue;
}
type Queue = Awaited<ReturnType<typeof endOfQueue>>;

/** Gives a party a place with its claims, the next position on the waiting list, or an error. Stores nothing. */
export function placeParty(
  { hasWaitingList, needsRequired }: Pick<AttendedActivity, 'hasWaitingList' | 'needsRequired'>,
  { free, needs, queue }: Room,
  { attendance, claims, isAdded, isForced, isOrganiser }: PendingConfirmation,
): AttendanceView | AppError {
  const { companions } = attendance;
  const outcome = outcomeOf({ companions, isAdded, isForced }, free, hasWaitingList);
  const isPlaced = outcome === 'confirmed' || outcome === 'over-limit';
  const isRequired = needsRequired && isPlaced && !isOrganiser;
  const problem = claimsProblem(isPlaced ? needs : needs.map(unclaimed), { claims, companions, isRequired });
  if (outcome === 'full') return full();
  if (problem !== null) return problem;
  if (isPlaced)
    return { row: { ...attendance, isOverLimit: outcome === 'over-limit' }, position: null, claims };
  const row = { ...attendance, status: 'waiting' as const, queueNumber: queue.queueNumber + 1 };
  // Asked for again when a place is accepted (COMMUNITY.md section 11).
  return { row, position: queue.parties + 1, claims: [] };
}

/** Places the parties of a locked activity one after another, in the order of `all`. Stores nothing but offers. */
export async function placeParties(
  platform: Platform,
  tx: Transaction,
  activity: AttendedActivity,
  needs: readonly Need[],
  all: readonly PendingConfirmation[],
): Promise<(AttendanceView | AppError)[]> {
  let free =
    activity.capacity === null ? Number.POSITIVE_INFINITY : await freeForNewcomers(platform, tx, activity);
  let queue: Queue | null = null;
  let missing = needs;
  const outcomes: (AttendanceView | AppError)[] = [];
  for (const pending of all) {
    const { attendance, claims, isAdded, isForced } = pending;
    const party = { companions: attendance.companions, isAdded, isForced };
    if (outcomeOf(party, free, activity.hasWaitingList) === 'waiting')
      queue ??= await endOfQueue(tx, activity.id);
    const room = { free, needs: missing, queue: queue ?? EMPTY_QUEUE };
    const placed = placeParty(activity, room, pending);
    outcomes.push(placed);
    if (placed instanceof AppError) continue;
    if (placed.row.queueNumber === null) {
      free -= sizeOf(attendance);
      missing = withClaims(missing, claims);
    } else queue = { queueNumber: placed.row.queueNumber, parties: placed.position ?? 0 };
  }
  return outcomes;
}

/** The places that those who wait leave: what became free otherwise, such as by a merged address, is offered to them first. */
async function freeForNewcomers(
  platform: Platform,
  tx: Transaction,
  activity: AttendedActivity,
): Promise<number> {
  const { free, waiting } = await readPlaces(tx, activity);
  if (free <= 0 || waiting === 0) return free;
  await offerPlaces(platform, tx, activity);
  return countFree(tx, activity);
}

/** Those who wait claim nothing yet: what others have taken does not concern them. */
const unclaimed = (need: Need): Need => ({ ...need, taken: 0 });
const EMPTY_QUEUE: Queue = { queueNumber: 0, parties: 0 };

const withClaims = (needs: readonly Need[], claims: readonly Claim[]): readonly Need[] =>
  claims.length === 0
    ? needs
    : needs.map(need => {
        const claimed = claims.find(({ needId }) => needId === need._id)?.quantity ?? 0;
        return { ...need, taken: need.taken + claimed };
      });
