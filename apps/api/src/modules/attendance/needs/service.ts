import { ANSWERS_KEPT_DAYS } from '@minga/contract/questions';
import type { Transaction } from '../../../platform/database/connection.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { NeedsReduced, QuestionsEdited } from '../../activities/events.ts';
import { createPersonalLinks } from '../links/service.ts';
import { type AttendedActivity, lockAttendedAmong, publishAttendanceUpdate } from '../repository.ts';
import { refusalUrlOf } from '../rules.ts';
import { releasedEmail } from './mails.ts';
import {
  type ClaimOfAttendance,
  deleteAnswersBefore,
  deleteAnswersTo,
  findAnswered,
  listClaimed,
  listClaimsOf,
  setClaimed,
} from './repository.ts';
import { releaseNewest } from './rules.ts';

interface Release {
  readonly attendance: ClaimOfAttendance['attendance'];
  /** The released needs, with the quantities that were released. */
  readonly released: readonly { readonly name: string; readonly quantity: number }[];
}

/**
 * Subscriber of `needsReduced`: releases the newest claims beyond the needed quantity and notifies the attendees, once per series.
 */
export async function releaseClaims(
  platform: Platform,
  tx: Transaction,
  reductions: readonly NeedsReduced[],
): Promise<void> {
  const activities = await lockAttendedAmong(
    tx,
    reductions.map(({ activityId }) => activityId),
  );
  const reduced = reductions.flatMap(({ needs }) => needs);
  const claims = await listClaimsOf(
    tx,
    reduced.map(({ need }) => need._id),
  );
  const freed = reduced.flatMap(({ need, quantity }) =>
    releaseNewest(
      claims.filter(({ needId }) => needId === need._id),
      need.taken - quantity,
    ).map(({ claim, left }) => ({ need, claim, left })),
  );
  await setClaimed(
    tx,
    freed.map(({ claim: { needId, attendance }, left }) => ({ needId, attendanceId: attendance.id, left })),
  );
  await publishAttendanceUpdate(tx, activities);
  const releases = new Map<string, Release>();
  for (const { need, claim, left } of freed) {
    const { attendance, quantity } = claim;
    const earlier = releases.get(attendance.id)?.released ?? [];
    const released = [...earlier, { name: need.name, quantity: quantity - left }];
    releases.set(attendance.id, { attendance, released });
  }
  await emailReleases(platform, tx, activities, [...releases.values()]);
}

async function emailReleases(
  platform: Platform,
  tx: Transaction,
  activities: readonly AttendedActivity[],
  releases: readonly Release[],
): Promise<void> {
  const byEmail = new Map<string, Release[]>();
  for (const release of releases) {
    const { email, addition } = release.attendance;
    if (email !== null && addition !== 'untold') byEmail.set(email, [...(byEmail.get(email) ?? []), release]);
  }
  const reachable = [...byEmail].flatMap(([email, [first, ...others]]) =>
    first === undefined ? [] : [{ ...first, email, dates: 1 + others.length }],
  );
  const visitors = reachable.flatMap(({ email, attendance: { id, userId } }) =>
    userId === null ? { id, email } : [],
  );
  const links = await createPersonalLinks(platform, tx, visitors);
  const claimed = Map.groupBy(
    await listClaimed(
      tx,
      reachable.map(({ attendance }) => attendance.id),
    ),
    ({ attendanceId }) => attendanceId,
  );
  const byId = new Map(activities.map(activity => [activity.id, activity]));
  const emails = await Promise.all(
    reachable.map(async ({ email: to, attendance: { id, name, activityId, addition }, released, dates }) => {
      const left = claimed.get(id) ?? [];
      const activity = byId.get(activityId);
      if (activity === undefined) throw new Error('a release has no activity');
      const personalUrl = links.get(id) ?? null;
      const refusalUrl = addition === null || personalUrl === null ? null : refusalUrlOf(personalUrl);
      const email = await releasedEmail(
        { name: name ?? '', email: to },
        activity,
        { released, left, dates, personalUrl, refusalUrl },
        platform,
      );
      // The fact identifies the remaining claims: if an organiser claims for the person and releases the claim again, no second
      // e-mail is sent.
      const now = [id, ...left.map(({ needId, quantity }) => `${needId} ${quantity}`)].join(' ');
      const cause = { accountId: activity.ownerId };
      return { email, kind: 'releasedEmail' as const, cause, activityId, fact: { now } };
    }),
  );
  await platform.mailer.sendAll(tx, emails);
}

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Subscriber of `questionsEdited`: rejects with 409 if an attendee has answered a question whose meaning changes, and deletes the
 * answers to removed questions.
 */
export async function deleteOutdatedAnswers(
  tx: Transaction,
  edits: readonly QuestionsEdited[],
): Promise<void> {
  const changed = edits.flatMap(({ activityId, changed: questions }) =>
    questions.map(({ _id: questionId, label }) => ({ activityId, questionId, label })),
  );
  const answered = await findAnswered(tx, changed);
  const question = changed.find(({ questionId }) => questionId === answered);
  if (question !== undefined)
    throw new AppError(
      409,
      'QUESTION_ANSWERED',
      `Ya hay respuestas a «${question.label}»: quítala y haz otra, o déjala como está`,
    );
  await deleteAnswersTo(
    tx,
    edits.flatMap(({ activityId, removed }) => removed.map(questionId => ({ activityId, questionId }))),
  );
}

/** Erases the answers in activities that ended more than 30 days ago. */
export const sweepAnswers = ({ db, clock }: Platform): Promise<void> =>
  deleteAnswersBefore(db, new Date(clock().getTime() - ANSWERS_KEPT_DAYS * DAY_MS));
