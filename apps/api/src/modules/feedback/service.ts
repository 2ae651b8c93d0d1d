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
import { type Batch, processBatches } from '../../platform/jobs/polling.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AccountDeleting } from '../accounts/events.ts';
import { requireAbility } from '../activities/access-service.ts';
import { visibleActivity } from '../activities/service.ts';
import type { AttendeeReplaced, VisitorErasing } from '../attendance/events.ts';
import {
  claimParties,
  endedActivity,
  endedWithUnasked,
  FEEDBACK,
  setFeedbackSettled,
} from '../attendance/hours/asking-service.ts';
import { createPersonalLinks } from '../attendance/links/service.ts';
import { ownAttendance } from '../attendance/own/service.ts';
import { lockOwnParty } from '../attendance/places/party-service.ts';
import type { AttendanceSelector, Caller } from '../attendance/policy.ts';
import { erasedUntil, refusalUrlOf } from '../attendance/rules.ts';
import { notify } from '../notifications/delivery/service.ts';
import { feedbackEmail } from './mails.ts';
import {
  averageOf,
  detachFeedback,
  detachFeedbackOf,
  eraseTexts,
  findFeedback,
  isOfAccount,
  isOfAttendances,
  isUnlinked,
  listFeedbackAt,
  listFeedbackOf,
  listTexts,
  upsertFeedback,
} from './repository.ts';
import { endsToAsk, isAskingTime } from './rules.ts';

type Link = Pick<AttendanceSelector, 'tokenHash'>;

const NOT_HERE =
  'Solo puede contar cómo le fue quien llegó, y tu llegada no quedó registrada en esta actividad';

const notNow = () =>
  new AppError(
    409,
    'NOT_NOW',
    `Puedes contar cómo te fue desde que la actividad comienza hasta ${FEEDBACK_DAYS} días después de que termina`,
  );

/** Stores or replaces the feedback of a checked-in party. Rejects with 404, 403 and, if it is too early or too late, 409. */
export function giveFeedback(
  platform: Platform,
  taskId: string,
  { rating, text, ...link }: NewFeedback & Link,
  caller: Caller,
): Promise<void> {
  return platform.db.transaction(async tx => {
    const { activity, row, by } = await lockOwnParty(platform, tx, taskId, link, caller);
    const now = platform.clock();
    if (!isFeedbackOpen(activity, now)) throw notNow();
    if (row.checkedInAt === null) throw forbidden(NOT_HERE);
    const userId = by === 'account' ? (caller.session?.user.id ?? null) : row.userId;
    const activityId = activity.id;
    await upsertFeedback(tx, { attendanceId: row.id, userId, activityId, rating, text, createdAt: now });
    await setFeedbackSettled(tx, row.id, now, { isDeclined: false });
  });
}

/** Stores that a checked-in party must not be asked any more. It may still give feedback. Rejects with 404 or 403. */
export function declineFeedback(
  platform: Platform,
  taskId: string,
  link: Link,
  caller: Caller,
): Promise<void> {
  return platform.db.transaction(async tx => {
    const { row } = await lockOwnParty(platform, tx, taskId, link, caller);
    if (row.checkedInAt === null) throw forbidden(NOT_HERE);
    await setFeedbackSettled(tx, row.id, platform.clock(), { isDeclined: true });
  });
}

/** The caller's feedback, and whether the caller may give feedback. Rejects with 404 if the caller cannot see the activity. */
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
    ...(view.row.feedbackDeclinedAt !== null && { isDeclined: true }),
  };
}

/**
 * The feedback on an activity, for its organisers. Returns only the count if there are fewer than `FEEDBACK_SHOWN_FROM` answers.
 * Rejects with 404 or 403.
 */
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

/** The feedback that a visitor has given, for the visitor's data download. */
export const feedbackOfVisitor = ({ db }: Pick<Platform, 'db'>, attendanceIds: readonly string[]) =>
  listFeedbackAt(db, attendanceIds);

/** Subscriber of `visitorErasing`: erases the texts, which may name the visitor. The ratings remain. */
export async function eraseFeedbackTexts(tx: Transaction, erasing: readonly VisitorErasing[]): Promise<void> {
  if (erasing.length > 0) await eraseTexts(tx, isOfAttendances(erasing.map(({ id }) => id)));
}

/** Subscriber of `attendeeReplaced`: detaches the feedback. It still counts, because its removal would reveal the author. */
export const dropFeedback = (tx: Transaction, replaced: readonly AttendeeReplaced[]): Promise<void> =>
  detachFeedback(
    tx,
    replaced.map(({ id }) => id),
  );

/** Subscriber of `accountDeleting`: erases the account's texts. The ratings remain without a link to it. */
export async function eraseFeedbackOfAccounts(
  tx: Transaction,
  accounts: readonly AccountDeleting[],
): Promise<void> {
  for (const account of accounts) {
    await eraseTexts(tx, isOfAccount(account));
    await detachFeedbackOf(tx, account);
  }
}

/** Erases texts that are no longer linked to a person, after the retention period of visitors' data. */
export function sweepFeedback({ db, clock, settings }: Platform): Promise<void> {
  const until = erasedUntil(clock(), settings.visitorDataDays, settings.timeZone);
  return db.transaction(tx => eraseTexts(tx, isUnlinked(tx, until)));
}

/** Maximum number of activities per poll. The following polls handle the rest. */
const ACTIVITIES = 200;
const BATCH_SIZE = 50;

/**
 * Asks the attendees of activities that ended on the day before for feedback. Executes a single query if there are none. One
 * transaction marks and notifies a batch of parties, so that concurrent or killed processes ask each party once.
 */
export async function pollFeedback(platform: Platform, signal?: AbortSignal): Promise<void> {
  const now = platform.clock();
  for (const { id, endsAt } of await endedWithUnasked(platform, endsToAsk(now), ACTIVITIES)) {
    // The activities are sorted by their end, so the following ones are not due either.
    if (!isAskingTime(endsAt, now, platform.settings.timeZone)) return;
    await processBatches(
      platform,
      { task: FEEDBACK, size: BATCH_SIZE, within: id },
      (tx, batch) => askParties(platform, tx, id, batch),
      signal,
    );
  }
}

/** Asks a batch of an activity's parties. Returns true if there may be more. */
async function askParties(
  platform: Platform,
  tx: Transaction,
  activityId: string,
  { limit, taking }: Batch,
): Promise<boolean> {
  const now = platform.clock();
  const activity = await endedActivity(platform, tx, activityId, endsToAsk(now));
  if (activity === null || !isAskingTime(activity.endsAt, now, platform.settings.timeZone)) return false;
  const asked = await claimParties(platform, tx, activityId, limit);
  if (asked.length > 0) taking(asked.map(({ id }) => id));
  const visitors = asked.flatMap(({ id, userId, email }) =>
    userId === null && email !== null ? { id, email } : [],
  );
  const links = await createPersonalLinks(platform, tx, visitors);
  await notify(
    platform,
    tx,
    asked.flatMap(({ id, userId, email, name, isAdded }) => {
      if (email === null) return [];
      const personalUrl = links.get(id) ?? null;
      const refusalUrl = isAdded && personalUrl !== null ? refusalUrlOf(personalUrl) : null;
      const recipient = { name: name ?? '', email, personalUrl, refusalUrl };
      return {
        type: 'message' as const,
        userId,
        email,
        title: '¿Cómo te fue?',
        text: `Cuéntanos cómo estuvo «${activity.title}». Quien organiza no ve tu nombre.`,
        taskId: activityId,
        composeEmail: (unsubscribeUrl: string) =>
          feedbackEmail(recipient, activity, unsubscribeUrl, platform),
        mail: { kind: 'feedbackEmail', cause: 'site' } as const,
      };
    }),
    { isBulk: true },
  );
  return asked.length === limit;
}

const HOURLY = '53 * * * *';

export function feedbackJobs(platform: Platform): void {
  platform.jobs.every('feedback-sweep', HOURLY, () => sweepFeedback(platform));
}
