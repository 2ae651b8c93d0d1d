import {
  type ActivityFeedback,
  FEEDBACK_SHOWN_FROM,
  type NewFeedback,
  type OwnFeedback,
} from '@minga/contract/feedback';
import { FEEDBACK_DAYS, isFeedbackOpen } from '@minga/contract/feedback-period';
import type { Transaction } from '../../platform/database/connection.ts';
import { AppError, forbidden } from '../../platform/errors.ts';
import type { Session } from '../../platform/http/session.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AccountDeleting } from '../accounts/events.ts';
import { requireAbility } from '../activities/access-service.ts';
import { visibleActivity } from '../activities/service.ts';
import type { AttendeeReplaced, VisitorErasing } from '../attendance/events.ts';
import { ownAttendance } from '../attendance/own-service.ts';
import { lockOwnParty } from '../attendance/party-service.ts';
import type { AttendanceSelector, Caller } from '../attendance/policy.ts';
import {
  averageOf,
  deleteFeedback,
  deleteFeedbackOf,
  deleteTexts,
  findFeedback,
  listFeedbackAt,
  listFeedbackOf,
  listTexts,
  upsertFeedback,
} from './repository.ts';

type Link = Pick<AttendanceSelector, 'tokenHash'>;

const NOT_HERE =
  'Solo puede contar cómo le fue quien llegó, y tu llegada no quedó registrada en esta actividad';

const notNow = () =>
  new AppError(
    409,
    'NOT_NOW',
    `Puedes contar cómo te fue desde que la actividad comienza hasta ${FEEDBACK_DAYS} días después de que termina`,
  );

/** Stores what a party that was checked in says, or replaces what it said before. Rejects with 404, 403 or, too early or too late, 409. */
export function giveFeedback(
  platform: Platform,
  taskId: string,
  { rating, text, ...link }: NewFeedback & Link,
  caller: Caller,
): Promise<void> {
  return platform.db.transaction(async tx => {
    const { activity, row } = await lockOwnParty(platform, tx, taskId, link, caller);
    const createdAt = platform.clock();
    if (!isFeedbackOpen(activity, createdAt)) throw notNow();
    if (row.checkedInAt === null) throw forbidden(NOT_HERE);
    await upsertFeedback(tx, { attendanceId: row.id, activityId: activity.id, rating, text, createdAt });
  });
}

/** The caller's feedback, and whether it can give feedback. Rejects with 404 if the caller cannot see the activity. */
export async function ownFeedback(
  platform: Platform,
  taskId: string,
  link: Link,
  caller: Caller,
): Promise<OwnFeedback> {
  const { db, clock } = platform;
  const view = await ownAttendance(platform, taskId, link, caller);
  if (view === null) return { canAnswer: false, feedback: null };
  const { activity } = await visibleActivity(platform, taskId, caller.session?.user.id ?? null);
  const given = await findFeedback(db, view.row.id);
  return {
    canAnswer: view.row.checkedInAt !== null && isFeedbackOpen(activity, clock()),
    feedback: given && { rating: given.rating, text: given.text },
  };
}

/** The attendees' feedback, for those who manage the activity: nothing of fewer than three answers. Rejects with 404 or 403. */
export async function feedbackOf(
  platform: Platform,
  { user }: Session,
  taskId: string,
): Promise<ActivityFeedback> {
  const { db } = platform;
  const { activity } = await visibleActivity(platform, taskId, user.id);
  await requireAbility(db, user.id, activity, 'manage');
  const { average, count } = await averageOf(db, activity.id);
  if (count < FEEDBACK_SHOWN_FROM) return { average: null, count, texts: [] };
  return { average, count, texts: await listTexts(db, activity.id) };
}

/** All feedback that an account has given, for its data download. */
export const feedbackBy = ({ db }: Pick<Platform, 'db'>, user: Session['user']) => listFeedbackOf(db, user);

/** The feedback that a visitor has given, for the download of the person's data. */
export const feedbackOfVisitor = ({ db }: Pick<Platform, 'db'>, attendanceIds: readonly string[]) =>
  listFeedbackAt(db, attendanceIds);

/** Subscriber of `visitorErasing`: what the person wrote may name it. The rating has no name. */
export const eraseFeedbackTexts = (tx: Transaction, erasing: readonly VisitorErasing[]): Promise<void> =>
  deleteTexts(
    tx,
    erasing.map(({ id }) => id),
  );

/** Subscriber of `attendeeReplaced`: another person has not said it. */
export const dropFeedback = (tx: Transaction, replaced: readonly AttendeeReplaced[]): Promise<void> =>
  deleteFeedback(
    tx,
    replaced.map(({ id }) => id),
  );

/** Subscriber of `accountDeleting`: what the account wrote is deleted with it. */
export async function deleteFeedbackOfAccounts(
  tx: Transaction,
  accounts: readonly AccountDeleting[],
): Promise<void> {
  for (const account of accounts) await deleteFeedbackOf(tx, account);
}
