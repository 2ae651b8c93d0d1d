import { PAST_DATE_MESSAGE } from '@minga/contract/activities';
import { type NewActivity, PUBLICATIONS_AN_HOUR } from '@minga/contract/activity-fields';
import { endDateProblem } from '@minga/contract/activity-values';
import type { Transaction } from '../../../platform/database/connection.ts';
import { invalid } from '../../../platform/errors.ts';
import type { Limit } from '../../../platform/limits/limits.ts';
import type { Platform } from '../../../platform/platform.ts';
import { requireActiveAccount } from '../../accounts/managed/service.ts';
import { requirePublisher } from '../access-service.ts';
import { replaceNeeds } from '../details/repository.ts';
import { editGoals, editNeeds, editQuestions, needTimesProblem, type StoredNeed } from '../details/rules.ts';
import { holdOfNew } from '../hold/service.ts';
import { isPublic, type StoredStatus } from '../policy.ts';
import { type ActivityRow, insertActivity } from '../repository.ts';
import { columnsOf, holdColumns, isPastDay } from '../rules.ts';
import { insertOccurrences, planSeries, seriesSemaphore } from '../series/service.ts';
import { visibleActivity } from '../service.ts';

/** Limits publications by account, since followers are notified of each one. A series counts as one. */
const publicationsByAccount: Limit = {
  name: 'publication-account',
  times: PUBLICATIONS_AN_HOUR,
  seconds: 60 * 60,
  reason: 'Ya publicaste muchas actividades en esta hora.',
};

/**
 * Publishes an activity, or all occurrences of a series, of which it returns the first. The picture is stored before the
 * transaction, which claims it with the rows.
 */
export async function publishActivity(
  { db, clock, events, images, limits, settings }: Platform,
  ownerId: string,
  { repeat = null, ...fields }: NewActivity,
  picture: Buffer | null,
): Promise<ActivityRow> {
  const now = clock();
  const columns = columnsOf(fields, settings.timeZone);
  if (isPastDay(columns.date, now, settings.timeZone)) throw invalid([PAST_DATE_MESSAGE]);
  rejectWrongEnd(columns.date, columns.endDate ?? null);
  // Questions, goals and needs that were copied from another activity have its ids, which are dropped.
  const written = (fields.questions ?? []).map(question => ({ ...question, _id: undefined }));
  const { questions } = editQuestions([], written);
  const { goals } = editGoals(
    [],
    (fields.goals ?? []).map(goal => ({ ...goal, _id: undefined })),
  );
  const { needs } = editNeeds(
    [],
    (fields.needs ?? []).map(need => ({ ...need, _id: undefined })),
  );
  rejectWrongTimes(needs, columns.date, columns.endDate ?? null);
  await limits.count(publicationsByAccount, ownerId);
  const series = repeat && planSeries(columns.date, repeat, settings.timeZone);
  const imageId = picture === null ? null : (await images.save(picture, ownerId)).id;
  const publish = async (tx: Transaction) => {
    await requireActiveAccount(tx, ownerId, { isLocked: true });
    if (imageId !== null) await images.claim(tx, imageId);
    if (columns.collectiveId) await requirePublisher(tx, ownerId, columns.collectiveId);
    const hold = await holdOfNew(tx, ownerId, { ...columns, questions, goals, needs });
    const status: StoredStatus = hold === null ? 'pending' : 'held';
    const publishedAt = isPublic(status, settings.moderation) ? now : null;
    const times = { createdAt: now, updatedAt: now, publishedAt };
    const values = { ...columns, questions, goals, ownerId, imageId, status, ...holdColumns(hold), ...times };
    const activityId =
      series === null ? await insertActivity(tx, values) : await insertOccurrences(tx, series, values, needs);
    if (series === null)
      await replaceNeeds(
        tx,
        needs.map(need => ({ ...need, activityId })),
        [],
      );
    // Followers are notified of a series once, by its first activity.
    if (publishedAt !== null)
      await events.publish(tx, 'activityPublished', [
        { activityId, collectiveId: columns.collectiveId ?? null, canBeUndone: false },
      ]);
    return activityId;
  };
  const id = await (series === null
    ? db.transaction(publish)
    : seriesSemaphore.run(() => db.transaction(publish), ownerId));
  return visibleActivity({ db, settings }, id, ownerId);
}

/** Rejects with 400 if `endDate` is not a valid end of the activity. */
export function rejectWrongEnd(date: Date, endDate: Date | null): void {
  const problem = endDate === null ? null : endDateProblem(date, endDate);
  if (problem !== null) throw invalid([problem]);
}

/** Rejects with 400 if the times of a task are too far from the activity's. */
export function rejectWrongTimes(
  needs: readonly Pick<StoredNeed, 'name' | 'startsAt' | 'endsAt'>[],
  date: Date,
  endDate: Date | null,
): void {
  const problem = needTimesProblem(needs, date, endDate);
  if (problem !== null) throw invalid([problem]);
}
