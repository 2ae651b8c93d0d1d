import { PAST_DATE_MESSAGE } from '@minga/contract/activities';
import type { ActivityEdit } from '@minga/contract/activity-fields';
import type { Goal } from '@minga/contract/goals';
import type { Need } from '@minga/contract/needs';
import type { Question } from '@minga/contract/questions';
import type { Transaction } from '../../../platform/database/connection.ts';
import { AppError, forbidden, invalid, notFound } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type Ability, can } from '../../teams/policy.ts';
import { requireAbility, requirePublisher, rolesInEach } from '../access-service.ts';
import { listNeeds, replaceNeeds } from '../details/repository.ts';
import { editGoals, editNeeds, editQuestions } from '../details/rules.ts';
import { statusesAfterEdit } from '../hold/service.ts';
import { listUnreferenced } from '../memory-repository.ts';
import { rejectWrongEnd, rejectWrongTimes } from '../publish/service.ts';
import { type ActivityRow, type LockedActivity, setPromotion, updateActivity } from '../repository.ts';
import { columnsOf, isPastDay, promotionWindow } from '../rules.ts';
import { lockVisibleActivity, visibleActivity } from '../service.ts';

export const NOT_YOURS = 'Solo quienes organizan la actividad pueden hacer esto';
const NOT_MOVABLE =
  'Solo quien publicó la actividad o administra su colectivo puede pasarla a otro colectivo';

/**
 * Replaces all fields of an activity. A new image is stored before the transaction, which replaces the old one. An unchanged past
 * date is valid, but a date cannot be moved to a past day (docs/rules.md R3.1).
 */
export async function editActivity(
  platform: Platform,
  actorId: string,
  id: string,
  { removeImage, releaseClaims, ...edit }: ActivityEdit,
  picture: Buffer | null,
): Promise<ActivityRow> {
  const { db, clock, images, settings } = platform;
  const fields = columnsOf(edit, settings.timeZone);
  // The caller is checked before the image is processed, so that only organisers can cause that work.
  await managedActivity(platform, id, actorId);
  const newImageId = picture === null ? null : (await images.save(picture, actorId)).id;
  const now = clock();
  await db.transaction(async tx => {
    const activity = await lockWithAbility(platform, tx, id, actorId, 'manage');
    await checkCollective(tx, actorId, [activity], fields.collectiveId);
    const isMoved = fields.date.getTime() !== activity.date.getTime();
    if (isMoved && isPastDay(fields.date, now, settings.timeZone)) throw invalid([PAST_DATE_MESSAGE]);
    const endDate = fields.endDate === undefined ? activity.endDate : fields.endDate;
    rejectWrongEnd(fields.date, endDate);
    const needsBefore = await changeNeeds(platform, tx, activity, edit.needs, {
      date: fields.date,
      endDate,
      canRelease: releaseClaims === true,
    });
    const questions = await changeQuestions(platform, tx, activity, edit.questions);
    const goals = changeGoals(activity, edit.goals);
    const isReplaced = newImageId !== null || removeImage;
    if (newImageId !== null) await images.claim(tx, newImageId);
    const statusAfter = await statusesAfterEdit(tx, settings.moderation, [activity], () => needsBefore, {
      ...fields,
      questions,
      goals,
      needs: edit.needs,
    });
    const held = statusAfter(activity);
    await updateActivity(tx, id, {
      ...fields,
      ...(questions !== undefined && { questions }),
      ...(goals !== undefined && { goals }),
      ...held,
      rejectionReason: held.status === 'rejected' ? activity.rejectionReason : null,
      ...(isReplaced && { imageId: newImageId }),
      isDetached: activity.seriesId !== null,
      updatedAt: now,
    });
    if (isReplaced) await images.discard(tx, await listUnreferenced(tx, [activity.imageId]));
    await platform.events.publish(tx, 'activityChanged', [
      { activityId: id, before: activity, after: fields },
    ]);
  });
  return visibleActivity(platform, id, actorId);
}

/**
 * The activity, without a lock. Rejects with 404 if the caller may not take part in it, and with 403 if the caller does not manage
 * it.
 */
export async function managedActivity(platform: Platform, id: string, actorId: string): Promise<ActivityRow> {
  const row = await visibleActivity(platform, id, actorId);
  await requireAbility(platform.db, actorId, row.activity, 'manage', NOT_YOURS);
  return row;
}

/**
 * The activity's new questions, or undefined if they remain. Rejects with 409 if one of them has answers that would no longer
 * match.
 */
async function changeQuestions(
  { events }: Platform,
  tx: Transaction,
  { id, questions: current }: LockedActivity,
  written: ActivityEdit['questions'],
): Promise<readonly Question[] | undefined> {
  if (written === undefined) return undefined;
  const { questions, removed, changed, hasUnknown } = editQuestions(current, written ?? []);
  if (hasUnknown) throw unknownQuestion();
  if (removed.length + changed.length > 0)
    await events.publish(tx, 'questionsEdited', [{ activityId: id, removed, changed }]);
  return questions;
}

/** The activity's new goals, or undefined if they remain. */
function changeGoals(
  { goals: current }: LockedActivity,
  written: ActivityEdit['goals'],
): readonly Goal[] | undefined {
  if (written === undefined) return undefined;
  const { goals, hasUnknown } = editGoals(current, written ?? []);
  if (hasUnknown) throw unknownGoal();
  return goals;
}

interface NeedsContext {
  /** The start of the activity after the edit. */
  readonly date: Date;
  readonly endDate: Date | null;
  readonly canRelease: boolean;
}

/**
 * Replaces the needs, unless `written` is undefined, and returns the needs before the edit. Rejects with 409 if more is claimed
 * than would be needed, unless claims may be released.
 */
async function changeNeeds(
  { events }: Platform,
  tx: Transaction,
  { id }: LockedActivity,
  written: ActivityEdit['needs'],
  { date, endDate, canRelease }: NeedsContext,
): Promise<readonly Need[]> {
  const current = await listNeeds(tx, id);
  if (written === undefined) {
    rejectWrongTimes(current.map(parsedNeedTimes), date, endDate);
    return current;
  }
  const { needs, removed, reduced, hasUnknown } = editNeeds(current, written ?? []);
  if (hasUnknown) throw unknownNeed();
  rejectWrongTimes(needs, date, endDate);
  const [first] = reduced;
  if (first !== undefined && !canRelease) throw needTaken(first.need);
  if (reduced.length > 0) await events.publish(tx, 'needsReduced', [{ activityId: id, needs: reduced }]);
  await replaceNeeds(
    tx,
    needs.map(need => ({ ...need, activityId: id })),
    removed,
  );
  return current;
}

export const unknownQuestion = () =>
  invalid(['Una de las preguntas ya no existe: abre de nuevo la actividad']);

export const unknownGoal = () => invalid(['Una de las metas ya no existe: abre de nuevo la actividad']);

export const unknownNeed = () =>
  invalid(['Una de las tareas o cosas ya no existe: abre de nuevo la actividad']);

export const parsedNeedTimes = ({ name, startsAt, endsAt }: Need) => ({
  name,
  startsAt: startsAt === null ? null : new Date(startsAt),
  endsAt: endsAt === null ? null : new Date(endsAt),
});

export const needTaken = ({ name, taken }: Need) =>
  new AppError(
    409,
    'NEED_TAKEN',
    `Ya hay ${taken} en «${name}»: si pides menos, quienes eligieron de últimos quedan por fuera`,
  );

/** Promotes an activity for a week from now, or ends its promotion. */
export async function promoteActivity(
  platform: Platform,
  actorId: string,
  id: string,
  isPromoted: boolean,
): Promise<ActivityRow> {
  await platform.db.transaction(async tx => {
    await lockWithAbility(platform, tx, id, actorId, 'manage');
    await setPromotion(tx, id, isPromoted ? promotionWindow(platform.clock()) : null);
  });
  return visibleActivity(platform, id, actorId);
}

/** Locks an activity. Rejects with 404 if the caller may not take part in it, and with 403 if the caller lacks the ability. */
export async function lockWithAbility(
  platform: Platform,
  tx: Transaction,
  id: string,
  actorId: string,
  ability: Ability,
): Promise<LockedActivity> {
  const activity = await lockVisibleActivity(platform, tx, id, actorId, 'update');
  await requireAbility(tx, actorId, activity, ability, NOT_YOURS);
  return activity;
}

/** Rejects with 403 if the actor may not move one of the activities to this collective. `undefined` leaves them in theirs. */
export async function checkCollective(
  tx: Transaction,
  actorId: string,
  activities: readonly LockedActivity[],
  collectiveId: string | null | undefined,
): Promise<void> {
  const moved = activities.filter(activity => activity.collectiveId !== collectiveId);
  if (collectiveId === undefined || moved.length === 0) return;
  const rolesOf = await rolesInEach(tx, actorId, moved);
  if (moved.some(activity => !can(rolesOf(activity), 'move'))) throw forbidden(NOT_MOVABLE);
  if (collectiveId !== null) await requirePublisher(tx, actorId, collectiveId);
}

/** Stores the reached number of a goal. Rejects with 404 if the activity has no such goal. */
export async function setGoalReached(
  platform: Platform,
  actorId: string,
  activityId: string,
  goalId: string,
  reached: number,
): Promise<Goal> {
  return platform.db.transaction(async tx => {
    const { goals } = await lockWithAbility(platform, tx, activityId, actorId, 'manage');
    const goal = goals.find(({ _id }) => _id === goalId.toLowerCase());
    if (goal === undefined) throw notFound('Meta no encontrada');
    const updated = { ...goal, reached };
    await updateActivity(tx, activityId, {
      goals: goals.map(one => (one === goal ? updated : one)),
      updatedAt: platform.clock(),
    });
    return updated;
  });
}
