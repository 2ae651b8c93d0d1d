import { hasStarted, STARTED } from '@minga/contract/activity-phase';
import type { Confirmation } from '@minga/contract/confirmation';
import type { SeriesConfirmation, SeriesCounts } from '@minga/contract/series-confirmation';
import { AppError, conflict, invalid } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { batch, batchByKey } from '../../../platform/speed/batch.ts';
import { occurrencesOf } from '../../activities/series/service.ts';
import { createActivityReader } from '../../activities/service.ts';
import { ALREADY_ON_LIST, type AttendanceView } from '../repository.ts';
import { isListed, isPlaced, isUnsuitable, type Party, type PlacedDate } from './placing-service.ts';
import {
  type Confirmer,
  countRevealed,
  type PendingConfirmation,
  prepareConfirmation,
} from './prepare-service.ts';
import { type Placing, storeParties } from './storing-service.ts';

/** A stored attendance. */
export type Confirmed = AttendanceView & {
  /** The personal link for the response, or null if the attendee has an e-mail, to which the link is sent. */
  readonly personalUrl: string | null;
  /** The browser repeated an earlier confirmation; only its proof and link were renewed. */
  readonly isRepeated: boolean;
  /** Whether the person whom an organiser added is mailed; undefined without an e-mail, and of a person who confirms. */
  readonly isMailed: boolean | undefined;
} & Pick<PendingConfirmation, 'isAdded'>;

/**
 * Creates a function that confirms attendances (docs/rules.md R4.3). Only the session's own e-mail links the attendance to the
 * account; a visitor's attendance is bound to the proof; a participant whom the organiser adds gets neither. If two requests
 * confirm the same e-mail concurrently, the unique index rejects the second. Concurrent confirmations share one transaction, which
 * locks their activities (decision 0081). A repeated confirmation of a browser returns the stored attendance.
 *
 * The checks, in their order: `checkConfirmation` (visible, rights, contact, answers, limits) before the transaction; with the activities
 * locked `placeInEach` (repeated, hidden, refused address, already on the list) with `problemOf` (started, answers, size), then `placeParty`
 * (places, waiting list, needs).
 */
export function createConfirmer(platform: Platform) {
  const readActivity = createActivityReader(platform);
  const storeBatched = batch(
    (parties: readonly Party[]) => storeParties(platform, parties, { skipsLocked: true }),
    // Its statements are pipelined, so that larger batches gain more than concurrent ones (docs/decisions/0110-rows-as-one-parameter.md).
    { keyOf: ({ activityIds: [id = ''] }) => id, maxConcurrentBatches: 1 },
  );
  // Confirmations of an activity that another transaction has locked wait for it in a batch of their own.
  const storeWaiting = batchByKey((_activityId, parties: readonly Party[]) =>
    storeParties(platform, parties),
  );

  async function placingOf(party: Party): Promise<Placing | undefined> {
    const { activityId } = party.pending.attendance;
    // The organiser's additions are checked by name against the stored ones, so each has its own transaction.
    if (party.pending.isOrganiser) return (await storeParties(platform, [party]))[0];
    const placing = await storeBatched(party);
    return placing === 'locked' ? storeWaiting(activityId, party) : placing;
  }

  return async (confirmation: Confirmation, confirmer: Confirmer): Promise<Confirmed> => {
    const pending = await prepareConfirmation(platform, confirmation, confirmer, readActivity);
    const { isAdded, isOrganiser, attendance } = pending;
    const placing = await placingOf({ pending, activityIds: [attendance.activityId], isSeries: false });
    try {
      const [date] = datesOf(placing);
      if (date === undefined) throw new Error('a confirmation has no outcome');
      if (isPlaced(date))
        return {
          ...date.outcome,
          personalUrl: urlOf(pending),
          isRepeated: date.isRepeated,
          isAdded,
          isMailed: mailedOf(pending, [date]),
        };
      throw date.outcome instanceof AppError
        ? date.outcome
        : conflict(isOrganiser ? ALREADY_ON_LIST : 'Ya estás registrado en esta actividad');
    } catch (error) {
      if (error instanceof AppError && error.code === 'CONFLICT') await countRevealed(platform, pending);
      throw error;
    }
  };
}

function datesOf(placing: Placing | undefined): readonly PlacedDate[] {
  if (placing === undefined || placing === 'locked') throw new Error('a confirmation has no outcome');
  if (placing instanceof AppError) throw placing;
  return placing;
}

/** The personal link for the response, or null if the attendee gets it by e-mail. */
const urlOf = ({ attendance, link }: PendingConfirmation): string | null =>
  attendance.email === null ? (link?.url ?? null) : null;

/** Whether the person whom an organiser added is mailed about a date; undefined without an e-mail, and of a person who confirms. */
const mailedOf = (
  { isAdded, attendance: { email } }: PendingConfirmation,
  dates: readonly PlacedDate[],
): boolean | undefined =>
  isAdded && email !== null ? dates.some(({ isMailed }) => isMailed === true) : undefined;

export interface ConfirmedSeries {
  readonly counts: SeriesCounts;
  /** The browser repeated an earlier confirmation, and nothing else was stored. */
  readonly isRepeated: boolean;
  /** The visitor's browser is bound to the attendances. */
  readonly isBound: boolean;
  /** The personal link for the response, or null if the attendee has an e-mail, to which the link is sent. */
  readonly personalUrl: string | null;
  /** As `Confirmed.isMailed`. */
  readonly isMailed: boolean | undefined;
}

/**
 * Confirms attendance of all upcoming occurrences of a series in one transaction, with one personal link and one e-mail
 * (docs/rules.md R15.3). The limits count it as one confirmation. If the confirmation does not suit an occurrence, because that one
 * was edited, the occurrence is only counted. If it suits none, the call is rejected with the first error.
 */
export async function confirmSeries(
  platform: Platform,
  seriesId: string,
  confirmation: SeriesConfirmation,
  confirmer: Confirmer,
): Promise<ConfirmedSeries> {
  const viewerId = confirmer.session?.user.id ?? null;
  const occurrences = await occurrencesOf(platform, seriesId, viewerId);
  const upcoming = occurrences.filter(one => !hasStarted(one, platform.clock()));
  const model = upcoming.find(({ isDetached }) => !isDetached) ?? upcoming[0];
  if (model === undefined) throw invalid([STARTED.past]);
  const { answers = [] } = confirmation;
  const asked = new Set(model.questions.map(({ _id }) => _id));
  const elsewhere = new Set(upcoming.flatMap(({ questions }) => questions.map(({ _id }) => _id)));
  // Answers to questions of no occurrence are included, so that they are rejected.
  const modelAnswers = answers.filter(({ questionId: id }) => asked.has(id) || !elsewhere.has(id));
  const pending = await prepareConfirmation(
    platform,
    { ...confirmation, answers: modelAnswers, taskId: model.id },
    confirmer,
  );
  const party: Party = {
    pending: { ...pending, attendance: { ...pending.attendance, answers } },
    activityIds: upcoming.map(({ id }) => id),
    isSeries: true,
  };
  const [placing] = await storeParties(platform, [party]);
  const dates = datesOf(placing);
  const [first] = dates;
  if (first !== undefined && isUnsuitable(first) && dates.every(isUnsuitable)) throw first.outcome;
  const placed = dates.filter(isPlaced);
  const confirmed = placed.filter(({ outcome }) => outcome.row.status === 'confirmed').length;
  const listed = dates.filter(isListed).length;
  const separate = dates.filter(isUnsuitable).length;
  return {
    counts: {
      confirmed,
      waiting: placed.length - confirmed,
      full: dates.length - placed.length - listed - separate,
      already: listed,
      separate,
    },
    isRepeated: placed.length > 0 && placed.every(({ isRepeated }) => isRepeated),
    isBound: placed.length > 0 && pending.attendance.proofHash !== null,
    personalUrl: placed.length > 0 ? urlOf(pending) : null,
    isMailed: mailedOf(pending, placed),
  };
}
