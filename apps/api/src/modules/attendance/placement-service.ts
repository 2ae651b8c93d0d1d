import type { Claim, Need } from '@minga/contract/needs';
import type { Transaction } from '../../platform/database/connection.ts';
import type { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { claimsProblem } from './claims-rules.ts';
import { full } from './errors.ts';
import { offerPlaces } from './offer-service.ts';
import { countFree, endOfQueue, readPlaces } from './places-repository.ts';
import { outcomeOf, sizeOf } from './places-rules.ts';
import type { PendingConfirmation } from './prepare-service.ts';
import type { AttendanceView, AttendedActivity } from './repository.ts';

/**
 * Gives each party of a locked activity a place with its claims, a position on the waiting list, or an error, in the order of `all`.
 * Stores nothing but offers.
 */
export async function placeParties(
  platform: Platform,
  tx: Transaction,
  activity: AttendedActivity,
  needs: readonly Need[],
  all: readonly PendingConfirmation[],
): Promise<(AttendanceView | AppError)[]> {
  let free =
    activity.capacity === null ? Number.POSITIVE_INFINITY : await freeForNewcomers(platform, tx, activity);
  let queue: Awaited<ReturnType<typeof endOfQueue>> | null = null;
  let missing = needs;
  const outcomes: (AttendanceView | AppError)[] = [];
  for (const { attendance, claims, isAdded, isForced, isOrganiser } of all) {
    const { companions } = attendance;
    const outcome = outcomeOf({ companions, isAdded, isForced }, free, activity.hasWaitingList);
    const isPlaced = outcome === 'confirmed' || outcome === 'over-limit';
    const problem = claimsProblem(isPlaced ? missing : missing.map(unclaimed), {
      ...{ claims, companions },
      isRequired: activity.needsRequired && isPlaced && !isOrganiser,
    });
    if (outcome === 'full') outcomes.push(full());
    else if (problem !== null) outcomes.push(problem);
    else if (isPlaced) {
      free -= sizeOf(attendance);
      missing = withClaims(missing, claims);
      const row = { ...attendance, isOverLimit: outcome === 'over-limit' };
      outcomes.push({ row, position: null, claims });
    } else {
      queue ??= await endOfQueue(tx, activity.id);
      queue = { queueNumber: queue.queueNumber + 1, parties: queue.parties + 1 };
      const row = { ...attendance, status: 'waiting' as const, queueNumber: queue.queueNumber };
      // Asked for again when a place is accepted (COMMUNITY.md section 11).
      outcomes.push({ row, position: queue.parties, claims: [] });
    }
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

const withClaims = (needs: readonly Need[], claims: readonly Claim[]): readonly Need[] =>
  claims.length === 0
    ? needs
    : needs.map(need => {
        const claimed = claims.find(({ needId }) => needId === need._id)?.quantity ?? 0;
        return { ...need, taken: need.taken + claimed };
      });
