import type { AttendanceRow } from '../repository.ts';

/** The columns that a merge changes in the remaining attendance. */
export type MergedColumns = Pick<
  AttendanceRow,
  | 'answers'
  | 'companions'
  | 'status'
  | 'queueNumber'
  | 'offerExpiresAt'
  | 'isOverLimit'
  | 'placedAt'
  | 'askedAgainAt'
  | 'lastAskedAt'
  | 'reconfirmedAt'
  | 'checkedInAt'
  | 'isSelfCheckedIn'
  | 'hours'
  | 'feedbackAskedAt'
  | 'feedbackDeclinedAt'
>;

/**
 * Merges two attendances of one activity that turn out to be one person's. The account's own attendance remains (decision 53). It
 * takes over from the visitor's a better place with its companions, and an arrival, hours or answers that it lacks. If both have a
 * place, the greater number of companions counts.
 */
export function mergeAttendances(own: AttendanceRow, visitor: AttendanceRow): MergedColumns {
  const { status, queueNumber, offerExpiresAt, isOverLimit, placedAt, companions } = isBetterPlace(
    visitor,
    own,
  )
    ? visitor
    : own;
  const areBothConfirmed = own.status === 'confirmed' && visitor.status === 'confirmed';
  return {
    status,
    queueNumber,
    offerExpiresAt,
    placedAt,
    companions: areBothConfirmed ? Math.max(own.companions, visitor.companions) : companions,
    isOverLimit: isOverLimit || (areBothConfirmed && visitor.isOverLimit),
    answers: own.answers.length > 0 ? own.answers : visitor.answers,
    askedAgainAt: own.askedAgainAt ?? visitor.askedAgainAt,
    lastAskedAt: own.lastAskedAt ?? visitor.lastAskedAt,
    reconfirmedAt: own.reconfirmedAt ?? visitor.reconfirmedAt,
    checkedInAt: own.checkedInAt ?? visitor.checkedInAt,
    isSelfCheckedIn: own.checkedInAt === null ? visitor.isSelfCheckedIn : own.isSelfCheckedIn,
    hours: own.hours ?? visitor.hours,
    feedbackAskedAt: own.feedbackAskedAt ?? visitor.feedbackAskedAt,
    feedbackDeclinedAt: own.feedbackDeclinedAt ?? visitor.feedbackDeclinedAt,
  };
}

const order = { confirmed: 0, offered: 1, waiting: 2 } as const;

/** Whether `one` is better: a place is better than an offer, an offer than a wait, and of two waits the earlier. */
const isBetterPlace = (one: AttendanceRow, other: AttendanceRow): boolean =>
  order[one.status] - order[other.status] < 0 ||
  (one.status === other.status && (one.queueNumber ?? 0) < (other.queueNumber ?? 0));
