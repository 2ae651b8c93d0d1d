import type { Claim, Need } from '@minga/contract/needs';
import { v7 } from 'uuid';
import { settleAll, type Transaction } from '../../../platform/database/connection.ts';
import { AppError, invalid, notFound } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { rolesInEach } from '../../activities/access-service.ts';
import { isPublic } from '../../activities/policy.ts';
import { matchNeeds } from '../../activities/series/rules.ts';
import { needsOfAll } from '../../activities/series/service.ts';
import { UNKNOWN_ACTIVITY } from '../../activities/service.ts';
import { can } from '../../teams/policy.ts';
import { findRefused } from '../added-repository.ts';
import { alreadyCancelled, clientIdTaken, REFUSED, unknownNeed } from '../errors.ts';
import { findClients } from '../links/repository.ts';
import { checkAnswers } from '../needs/rules.ts';
import { offerPlaces } from '../places/service.ts';
import type { AttendanceRow, AttendanceView, AttendedActivity } from '../repository.ts';
import { isSameName, newCode, sizeOf } from '../rules.ts';
import { type PendingConfirmation, placeParty, problemOf, type Room } from './prepare-service.ts';
import { endsOfQueues, findListed, placesOfEach, type Sought } from './repository.ts';

/** A party that confirms attendance of one activity, or of the dates of a series. */
export interface Party {
  readonly pending: PendingConfirmation;
  readonly activityIds: readonly string[];
  readonly isSeries: boolean;
}

/** An activity with the outcome of a confirmation in it. */
export interface PlacedDate {
  readonly activity: AttendedActivity;
  /** The needs of the activity; empty if no claims depend on them. */
  readonly needs: readonly Need[];
  /** `listed` if the list has the party already, or had it under the client id of its browser. */
  readonly outcome: AttendanceView | AppError | 'listed';
  /** The browser repeated an earlier confirmation; only its proof and link are renewed. */
  readonly isRepeated: boolean;
  /** Whether the person whom an organiser added is mailed about it. */
  readonly isMailed?: boolean;
}

/** A locked activity with its free places and its list, which each party of the transaction changes for the next one. */
interface LockedDate extends Room {
  readonly activity: AttendedActivity;
  /** The words of `wordsOf` that the list has. */
  readonly listed: Set<string>;
  /** The attendances by client id; null if they were deleted or given to another person. */
  readonly clients: Map<string, AttendanceView | null>;
}

/** Reads the state of locked activities, as far as the parties need it, with a fixed number of queries. */
export async function readDates(
  platform: Platform,
  tx: Transaction,
  activities: readonly AttendedActivity[],
  parties: readonly Party[],
): Promise<ReadonlyMap<string, LockedDate>> {
  const ids = activities.map(({ id }) => id);
  const sought = parties.flatMap(({ pending, activityIds }) =>
    activityIds.flatMap(activityId => wordsOf(pending).map(word => ({ activityId, ...word }))),
  );
  const sentIds = parties.flatMap(({ pending: { clientId }, activityIds }) =>
    clientId === null ? [] : activityIds.map(activityId => ({ activityId, clientId })),
  );
  const claiming = new Set(
    parties.flatMap(({ pending, activityIds }) => (pending.claims.length > 0 ? activityIds : [])),
  );
  const hasClaims = activities.some(({ id, needsRequired }) => needsRequired || claiming.has(id));
  const limited = activities.filter(({ capacity }) => capacity !== null);
  const [foundWords, foundClients, needs, { places, queues }] = await settleAll([
    findListed(tx, sought),
    findClients(tx, sentIds),
    hasClaims ? needsOfAll(tx, ids) : new Map<string, readonly Need[]>(),
    readPlacesOfEach(platform, tx, limited),
  ]);
  const listed = Map.groupBy(foundWords, ({ activityId }) => activityId);
  const clients = Map.groupBy(foundClients, ({ activityId }) => activityId);
  return new Map(
    activities.map(activity => {
      const { id, capacity } = activity;
      const taken = places.get(id)?.taken ?? 0;
      return [
        id,
        {
          activity,
          free: capacity === null ? Number.POSITIVE_INFINITY : capacity - taken,
          needs: needs.get(id) ?? [],
          queue: queues.get(id) ?? { queueNumber: 0, parties: 0 },
          listed: new Set(listed.get(id)?.map(keyOf)),
          clients: new Map(clients.get(id)?.map(({ clientId, view }) => [clientId, view])),
        },
      ];
    }),
  );
}

/**
 * The places and waiting lists of locked activities, after waiting parties were offered the free places. A place may have become free
 * without an offer, such as when two attendances with one address were merged.
 */
async function readPlacesOfEach(
  platform: Platform,
  tx: Transaction,
  activities: readonly AttendedActivity[],
) {
  const ids = activities.map(({ id }) => id);
  let places = await placesOfEach(tx, ids);
  const awaited = activities.filter(({ id }) => (places.get(id)?.waiting ?? 0) > 0);
  if (awaited.length === 0) return { places, queues: new Map<string, Room['queue']>() };
  const offering = awaited.filter(({ id, capacity }) => (capacity ?? 0) > (places.get(id)?.taken ?? 0));
  for (const activity of offering) await offerPlaces(platform, tx, activity);
  if (offering.length > 0) places = await placesOfEach(tx, ids);
  return {
    places,
    queues: await endsOfQueues(
      tx,
      awaited.map(({ id }) => id),
    ),
  };
}

/** The e-mail and phone, each of which is unique in an activity, and for what organisers add the name. */
const wordsOf = ({
  attendance: { email, phone, name },
  isOrganiser,
}: PendingConfirmation): Omit<Sought, 'activityId'>[] => [
  ...(email === null ? [] : [{ kind: 'email' as const, word: email }]),
  ...(phone === null ? [] : [{ kind: 'phone' as const, word: phone }]),
  ...(isOrganiser && name !== null ? [{ kind: 'name' as const, word: name }] : []),
];

const keyOf = ({ kind, word }: Omit<Sought, 'activityId'>): string => `${kind} ${word}`;

/** Decides the outcome of a party in each of its activities, by date. */
export async function placeInEach(
  { settings: { moderation } }: Platform,
  tx: Transaction,
  dates: ReadonlyMap<string, LockedDate>,
  { pending, activityIds, isSeries }: Party,
): Promise<readonly PlacedDate[] | AppError> {
  const own = activityIds.flatMap(id => dates.get(id) ?? []);
  own.sort((one, other) => one.activity.date.getTime() - other.activity.date.getTime());
  if (own.length === 0 && !isSeries) return notFound(UNKNOWN_ACTIVITY);
  const earlierIn = ({ clients }: LockedDate) => clients.get(pending.clientId ?? '');
  const earlier = own.map(earlierIn);
  if (earlier.some(view => view != null && !isSamePerson(view.row, pending.attendance)))
    return clientIdTaken();
  if (own.length > 0 && earlier.every(view => view === null)) return alreadyCancelled();
  const claimed = isSeries ? claimedNeeds(own, pending.claims) : [];
  if (claimed === null) return unknownNeed();
  // An activity may have been hidden after the confirmation was checked.
  const hidden = own.map(({ activity }) => activity).filter(({ status }) => !isPublic(status, moderation));
  const rolesOf = await rolesInEach(tx, pending.viewerId, hidden);
  const { email } = pending.attendance;
  // An organiser adds a person at a time, so that this query is not repeated for many.
  const hasRefused = async (id: string) =>
    pending.isAdded && email !== null && (await findRefused(tx, id, [email])).has(email);
  const refusing = new Set<string>();
  for (const { activity } of own) if (await hasRefused(activity.id)) refusing.add(activity.id);
  const isHidden = (activity: AttendedActivity) =>
    hidden.includes(activity) && !can(rolesOf(activity), 'manage');
  return own.map(date => {
    const { activity, needs } = date;
    const before = earlierIn(date);
    if (before != null) {
      const view = { ...before, row: { ...before.row, proofHash: pending.attendance.proofHash } };
      return { activity, needs, outcome: view, isRepeated: true };
    }
    const inDate = isSeries
      ? inOccurrence(pending, activity, claimsIn(pending.claims, claimed, needs))
      : pending;
    const problem = isHidden(activity)
      ? notFound(UNKNOWN_ACTIVITY)
      : refusing.has(activity.id)
        ? invalid([REFUSED])
        : problemOf(inDate, activity);
    // If the attendance was cancelled or given to another person, a repeated confirmation does not restore it.
    const isOnList = before === null || wordsOf(pending).some(word => date.listed.has(keyOf(word)));
    // A date of a series that has the party needs nothing more; alone, the problem is reported first.
    const outcome =
      isOnList && (isSeries || problem === null) ? 'listed' : (problem ?? placeParty(activity, date, inDate));
    if (outcome !== 'listed' && !(outcome instanceof AppError)) enter(date, inDate, outcome);
    return { activity, needs, outcome, isRepeated: false };
  });
}

/**
 * Whether a repeated confirmation is that of the person of the stored attendance. Compares by e-mail, without one by phone, and
 * without both by name, since organisers may have corrected the other fields.
 */
const isSamePerson = (stored: AttendanceRow, sent: AttendanceRow): boolean =>
  (stored.userId === null || stored.userId === sent.userId) &&
  stored.email === sent.email &&
  (stored.email !== null ||
    (stored.phone === sent.phone && (stored.phone !== null || isSameName(stored.name, sent.name))));

/** Counts a placed party in the state of its activity, for the parties after it. */
function enter(date: LockedDate, pending: PendingConfirmation, view: AttendanceView): void {
  if (view.row.queueNumber === null) {
    date.free -= sizeOf(view.row);
    date.needs = withClaims(date.needs, view.claims);
  } else date.queue = { queueNumber: view.row.queueNumber, parties: view.position ?? 0 };
  for (const word of wordsOf(pending)) date.listed.add(keyOf(word));
  if (pending.clientId !== null) date.clients.set(pending.clientId, view);
}

const withClaims = (needs: readonly Need[], claims: readonly Claim[]): readonly Need[] =>
  claims.length === 0
    ? needs
    : needs.map(need => {
        const claimed = claims.find(({ needId }) => needId === need._id)?.quantity ?? 0;
        return { ...need, taken: need.taken + claimed };
      });

/** The needs of the occurrence from which the claims were chosen, or null if there is none. */
function claimedNeeds(dates: readonly LockedDate[], claims: readonly Claim[]): readonly Need[] | null {
  if (claims.length === 0) return [];
  const found = dates.find(({ needs }) =>
    claims.every(({ needId }) => needs.some(({ _id }) => _id === needId)),
  );
  return found?.needs ?? null;
}

/** The corresponding claims in another occurrence. A claim without a corresponding need keeps its id, which is unknown there. */
function claimsIn(claims: readonly Claim[], from: readonly Need[], to: readonly Need[]): Claim[] {
  const ids = matchNeeds(from, to);
  return claims.map(({ needId, quantity }) => ({ needId: ids.get(needId) ?? needId, quantity }));
}

/** The confirmation for one occurrence, with the answers to that occurrence's questions. */
function inOccurrence(
  pending: PendingConfirmation,
  { id: activityId, questions }: AttendedActivity,
  claims: readonly Claim[],
): PendingConfirmation {
  const asked = new Set(questions.map(({ _id }) => _id));
  const given = pending.attendance.answers.filter(({ questionId }) => asked.has(questionId));
  const answers = checkAnswers(questions, given, { isExempt: pending.isOrganiser }).answers ?? given;
  return {
    ...pending,
    claims,
    attendance: { ...pending.attendance, id: v7(), code: newCode(), activityId, answers },
  };
}

export const isListed = ({ outcome }: PlacedDate): boolean => outcome === 'listed';

export const isPlaced = (
  date: PlacedDate,
): date is Omit<PlacedDate, 'outcome'> & { readonly outcome: AttendanceView } =>
  date.outcome !== 'listed' && !(date.outcome instanceof AppError);

/** Whether the confirmation does not suit an occurrence: any error except too few places or needs that are already claimed. */
export const isUnsuitable = (
  date: PlacedDate,
): date is Omit<PlacedDate, 'outcome'> & { readonly outcome: AppError } =>
  date.outcome instanceof AppError && date.outcome.code !== 'FULL' && date.outcome.code !== 'NEED_FULL';
