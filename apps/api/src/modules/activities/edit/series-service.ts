import type { ActivityEdit } from '@minga/contract/activity-fields';
import { hasStarted } from '@minga/contract/activity-phase';
import type { Need } from '@minga/contract/needs';
import type { Scope, SeriesOutcome } from '@minga/contract/series';
import type { WrittenNeed } from '@minga/contract/written-needs';
import type { Transaction } from '../../../platform/database/connection.ts';
import { forbidden, notFound } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { requireActiveAccount } from '../../accounts/managed/service.ts';
import { type Ability, can } from '../../teams/policy.ts';
import { canTakePart, rolesInEach } from '../access-service.ts';
import { listNeedsOf, replaceNeeds } from '../details/repository.ts';
import { editGoalsOfEach, editNeeds, editQuestions } from '../details/rules.ts';
import { statusesAfterEdit } from '../hold/service.ts';
import { listUnreferenced } from '../memory-repository.ts';
import { rejectWrongEnd, rejectWrongTimes } from '../publish/service.ts';
import { deleteLockedActivities } from '../removal/service.ts';
import type { ActivityRow, LockedActivity } from '../repository.ts';
import { columnsOf } from '../rules.ts';
import { lockOccurrences, updateGoals, updateOccurrences } from '../series/repository.ts';
import { daysBetween, matchNeeds, moveNeed, movePeriod, type Period, withNeedId } from '../series/rules.ts';
import { seriesSemaphore } from '../series/service.ts';
import { UNKNOWN_ACTIVITY, visibleActivity } from '../service.ts';
import * as own from './service.ts';

interface Edited {
  readonly row: ActivityRow;
  /** The numbers of edited and unchanged occurrences, or null if only the named activity was edited. */
  readonly outcome: SeriesOutcome | null;
}

/** An occurrence that an edit changes, with its dates after the edit. */
interface Moved extends Period {
  readonly before: LockedActivity;
  /** The days from the day in the request to the day of the occurrence, which the edit does not change. */
  readonly days: number;
}

/**
 * Edits an activity or, in one transaction, also other occurrences of its series. The other occurrences get the fields and the time
 * of day, and retain their days. Occurrences that have started or were edited alone remain unchanged, except the named activity.
 */
export async function editInScope(
  platform: Platform,
  actorId: string,
  givenId: string,
  scope: Scope,
  edit: ActivityEdit,
  picture: Buffer | null,
): Promise<Edited> {
  const id = givenId.toLowerCase();
  const { activity } = await own.managedActivity(platform, id, actorId);
  if (scope === 'one' || activity.seriesId === null)
    return { row: await own.editActivity(platform, actorId, id, edit, picture), outcome: null };
  const { db, images } = platform;
  const newImageId = picture === null ? null : (await images.save(picture, actorId)).id;
  const outcome = await seriesSemaphore.run(
    () => db.transaction(tx => editOccurrences(platform, tx, { actorId, id, scope, newImageId }, edit)),
    actorId,
  );
  return { row: await visibleActivity(platform, id, actorId), outcome };
}

interface Request {
  readonly actorId: string;
  readonly id: string;
  readonly scope: Scope;
  readonly newImageId: string | null;
}

async function editOccurrences(
  platform: Platform,
  tx: Transaction,
  { actorId, id, scope, newImageId }: Request,
  { removeImage, releaseClaims, ...edit }: ActivityEdit,
): Promise<SeriesOutcome> {
  const { clock, images, settings, events } = platform;
  const now = clock();
  const locked = await lockManagedOccurrences(platform, tx, actorId, id, scope, 'manage');
  const isKept = (one: LockedActivity) => one.id !== id && (one.isDetached || hasStarted(one, now));
  const fields = columnsOf(edit, settings.timeZone);
  const moved = locked
    .filter(one => !isKept(one))
    .map(before => moveTo(before, fields, now, settings.timeZone));
  const edited = moved.map(({ before }) => before);
  await own.checkCollective(tx, actorId, edited, fields.collectiveId);
  const needsBefore = await changeNeeds(platform, tx, id, moved, edit.needs, releaseClaims === true);
  const questions = await changeQuestions(platform, tx, id, moved, edit.questions);
  const goals = editGoalsOfEach(id, edited, edit.goals);
  if (goals?.hasUnknown) throw own.unknownGoal();
  const statusAfter = await statusesAfterEdit(tx, settings.moderation, edited, needsBefore, {
    ...fields,
    questions,
    goals: goals?.edited[0]?.goals,
    needs: edit.needs,
  });
  if (newImageId !== null) await images.claim(tx, newImageId);
  const isReplaced = newImageId !== null || removeImage;
  await updateOccurrences(
    tx,
    {
      ...fields,
      ...(questions !== undefined && { questions }),
      ...(isReplaced && { imageId: newImageId }),
      isDetached: false,
      rejectionReason: null,
      updatedAt: now,
    },
    moved.map(({ before, date, endDate }) => ({ id: before.id, date, endDate, ...statusAfter(before) })),
  );
  if (goals !== null) await updateGoals(tx, goals.edited);
  const pictures = edited.map(({ imageId }) => imageId);
  if (isReplaced) await images.discard(tx, await listUnreferenced(tx, pictures));
  await events.publish(
    tx,
    'activityChanged',
    moved.map(({ before, date }) => ({
      activityId: before.id,
      before,
      after: { date, place: fields.place },
    })),
  );
  return { updated: moved.length, kept: locked.length - moved.length };
}

/**
 * The dates of an occurrence after an edit: its own day at the time of day in the request. An occurrence that has started retains
 * its dates.
 */
function moveTo(
  before: LockedActivity,
  { date, endDate }: ReturnType<typeof columnsOf>,
  now: Date,
  timeZone: string,
): Moved {
  const days = daysBetween(date, before.date, timeZone);
  if (hasStarted(before, now)) return { before, days, date: before.date, endDate: before.endDate };
  const period = movePeriod({ date, endDate: endDate ?? null }, days, timeZone);
  const moved = endDate === undefined ? { ...period, endDate: before.endDate } : period;
  rejectWrongEnd(moved.date, moved.endDate);
  return { before, days, ...moved };
}

/**
 * The new questions of all occurrences, or undefined if they remain. Rejects with 409 if the questions of one occurrence have
 * answers that would no longer match.
 */
async function changeQuestions(
  { events }: Platform,
  tx: Transaction,
  id: string,
  moved: readonly Moved[],
  written: ActivityEdit['questions'],
) {
  if (written === undefined) return undefined;
  const named = moved.find(({ before }) => before.id === id);
  const { questions, hasUnknown } = editQuestions(named?.before.questions ?? [], written ?? []);
  if (hasUnknown) throw own.unknownQuestion();
  await events.publish(
    tx,
    'questionsEdited',
    moved.flatMap(({ before }) => {
      const { removed, changed } = editQuestions(before.questions, questions);
      return removed.length + changed.length === 0 ? [] : [{ activityId: before.id, removed, changed }];
    }),
  );
  return questions;
}

/**
 * Replaces the needs of all occurrences, unless `written` is undefined. Each occurrence has its own needs, which correspond by kind
 * and name. Returns the needs before the edit, by activity.
 */
async function changeNeeds(
  { events, settings }: Platform,
  tx: Transaction,
  id: string,
  moved: readonly Moved[],
  written: ActivityEdit['needs'],
  canRelease: boolean,
): Promise<(activityId: string) => readonly Need[]> {
  const current = await listNeedsOf(
    tx,
    moved.map(({ before }) => before.id),
  );
  const needsOf = (activityId: string): readonly Need[] => current.get(activityId) ?? [];
  const edits = moved.map(({ before, days, date, endDate }) => {
    const needs = needsOf(before.id);
    if (written === undefined) {
      rejectWrongTimes(needs.map(own.parsedNeedTimes), date, endDate);
      return null;
    }
    const ids = before.id === id ? null : matchNeeds(needsOf(id), needs);
    const moveOne = (need: WrittenNeed) => moveNeed(need, days, settings.timeZone);
    const edited = editNeeds(
      needs,
      (written ?? []).map(moveOne).map(need => withNeedId(need, ids)),
    );
    if (edited.hasUnknown) throw own.unknownNeed();
    rejectWrongTimes(edited.needs, date, endDate);
    const [first] = edited.reduced;
    if (first !== undefined && !canRelease) throw own.needTaken(first.need);
    return { activityId: before.id, ...edited };
  });
  const changed = edits.filter(edit => edit !== null);
  await events.publish(
    tx,
    'needsReduced',
    changed.flatMap(({ activityId, reduced }) =>
      reduced.length === 0 ? [] : [{ activityId, needs: reduced }],
    ),
  );
  await replaceNeeds(
    tx,
    changed.flatMap(({ activityId, needs }) => needs.map(need => ({ ...need, activityId }))),
    changed.flatMap(({ removed }) => removed),
  );
  return needsOf;
}

/** Deletes an activity or, in one transaction, also other occurrences of its series that have not started. */
export async function removeInScope(
  platform: Platform,
  actorId: string,
  givenId: string,
  scope: Scope,
): Promise<SeriesOutcome | null> {
  const id = givenId.toLowerCase();
  const remove = async (tx: Transaction) => {
    const locked = await lockManagedOccurrences(platform, tx, actorId, id, scope, 'delete');
    const now = platform.clock();
    const deleted = locked.filter(one => one.id === id || !hasStarted(one, now));
    await deleteLockedActivities(platform, tx, deleted, true);
    if (scope === 'one' || deleted.every(({ seriesId }) => seriesId === null)) return null;
    return { deleted: deleted.length, kept: locked.length - deleted.length };
  };
  const { db } = platform;
  return scope === 'one'
    ? db.transaction(remove)
    : seriesSemaphore.run(() => db.transaction(remove), actorId);
}

/**
 * Locks the occurrences in scope. Rejects with 404 if the caller may not take part in the named activity, and with 403 if the
 * caller lacks the ability in one of the occurrences: a role in one grants nothing in the others.
 */
async function lockManagedOccurrences(
  { settings }: Platform,
  tx: Transaction,
  actorId: string,
  id: string,
  scope: Scope,
  ability: Ability,
): Promise<LockedActivity[]> {
  const locked = await lockOccurrences(tx, id, scope);
  await requireActiveAccount(tx, actorId);
  const named = locked.find(one => one.id === id);
  if (named === undefined || !(await canTakePart(tx, settings, actorId, named)))
    throw notFound(UNKNOWN_ACTIVITY);
  const rolesOf = await rolesInEach(tx, actorId, locked);
  if (locked.some(one => !can(rolesOf(one), ability))) throw forbidden(own.NOT_YOURS);
  return locked;
}
