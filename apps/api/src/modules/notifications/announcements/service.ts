import { v7 } from 'uuid';
import type { Transaction } from '../../../platform/database/connection.ts';
import { type BatchHandler, cancel, schedule } from '../../../platform/due-work/due-work.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { ActivityChanged, ActivityDecided, ActivityDeleting } from '../../activities/events.ts';
import { isPublic, publicStatuses } from '../../activities/policy.ts';
import type { AttendanceCancelled, AttendeeReplaced, HoursChanged } from '../../attendance/events.ts';
import { hoursLostBy } from '../../attendance/hours/service.ts';
import { changeDueAt, NOT_SHOWN, shouldNotifyChange } from '../rules.ts';
import {
  CHANGES,
  findActivities,
  findAnnouncedFacts,
  insertAnnouncements,
  insertCorrection,
  insertEndAnnouncements,
  insertRemoval,
  isAnnounceable,
  lockPendingChanges,
  type NewAnnouncement,
  type PendingChanges,
} from './repository.ts';

/** Subscriber of `attendanceCancelled`: announces removals by others from upcoming activities, or with confirmed hours. */
export async function recordRemovals(
  platform: Pick<Platform, 'clock' | 'settings' | 'mailer'>,
  tx: Transaction,
  cancelled: readonly AttendanceCancelled[],
): Promise<void> {
  for (const { activity, attendance, by } of cancelled) {
    const isByOthers = by === 'organiser' || by === 'administrator';
    await recordRemoval(platform, tx, activity, attendance, isByOthers ? by : null);
  }
}

/**
 * Subscriber of `attendeeReplaced`: announces the replacement to the former attendees of upcoming activities, like a removal.
 * `recordLostHours` announces it to former attendees with confirmed hours.
 */
export async function recordReplacements(
  platform: Pick<Platform, 'clock' | 'settings' | 'mailer'>,
  tx: Transaction,
  replaced: readonly AttendeeReplaced[],
): Promise<void> {
  const groups = Map.groupBy(
    replaced.filter(({ hours }) => hours === null),
    ({ activityId }) => activityId,
  );
  for (const activity of await findActivities(tx, [...groups.keys()]))
    for (const attendance of groups.get(activity.id) ?? [])
      await recordRemoval(platform, tx, activity, attendance, 'organiser');
}

/** Announces the removal of an attendee by the organiser or an administrator. `by` is null if the attendee left. */
async function recordRemoval(
  { clock, settings, mailer }: Pick<Platform, 'clock' | 'settings' | 'mailer'>,
  tx: Transaction,
  activity: Pick<AttendanceCancelled['activity'], 'id' | 'ownerId' | 'title' | 'date' | 'place' | 'status'>,
  { name, email, status, hours, addition }: Omit<AttendeeReplaced, 'id' | 'activityId' | 'userId'>,
  by: 'organiser' | 'administrator' | null,
): Promise<void> {
  const createdAt = clock();
  const isShown = isPublic(activity.status, settings.moderation);
  const { id: activityId, ownerId, date } = activity;
  // If the attendee's e-mails about the hidden activity are still held, the attendee does not know of it: discards them instead.
  if (!isShown && email !== null && (await mailer.discardUnheard(tx, { recipient: email, activityId })))
    return;
  if (by === null || name === null || email === null || (date < createdAt && hours === null)) return;
  const { title, place } = isShown ? activity : { title: NOT_SHOWN, place: '' };
  const announced = (await findAnnouncedFacts(tx, activityId)) ?? activity;
  const removal = {
    id: v7(),
    type: by === 'organiser' ? ('removal' as const) : ('admin-removal' as const),
    activityId,
    senderId: by === 'organiser' ? ownerId : null,
    title,
    oldDate: announced.date,
    oldPlace: isShown ? announced.place : '',
    date,
    place,
    createdAt,
  };
  await insertRemoval(tx, removal, {
    name,
    email,
    ownerId,
    isConfirmed: status === 'confirmed',
    hasHours: hours !== null,
    isUntold: addition === 'untold',
  });
}

/**
 * Subscriber of `activityDecided`: announces rejections to the attendees of upcoming activities, and to the attendees of past
 * activities who have confirmed hours.
 */
export async function recordWithdrawals(
  { clock }: Pick<Platform, 'clock'>,
  tx: Transaction,
  decisions: readonly ActivityDecided[],
): Promise<void> {
  const now = clock();
  const rejected = decisions
    .filter(({ status }) => status === 'rejected')
    .map(({ activityId }) => activityId);
  const groups = Map.groupBy(await findActivities(tx, rejected), ({ endsAt }) => endsAt < now);
  for (const [isPast, of] of groups) {
    const ids = of.map(({ id }) => id);
    await insertEndAnnouncements(tx, { type: 'withdrawal', isShown: false, hasHours: isPast }, ids, now);
  }
}

/**
 * Subscriber of `hoursChanged` and `attendeeReplaced`: announces lost hours to attendees. A further correction within ten minutes
 * replaces the pending announcement, so that attendees are notified once.
 */
export async function recordLostHours(
  { clock, settings }: Pick<Platform, 'clock' | 'settings'>,
  tx: Transaction,
  changed: readonly HoursChanged[],
): Promise<void> {
  const now = clock();
  const lost = await hoursLostBy(
    tx,
    changed.map(({ id }) => id),
    now,
  );
  const groups = Map.groupBy(lost, ({ activityId }) => activityId);
  for (const activity of await findActivities(tx, [...groups.keys()])) {
    const { id: activityId, ownerId, date } = activity;
    const isShown = isPublic(activity.status, settings.moderation);
    const { title, place } = isShown ? activity : { title: NOT_SHOWN, place: '' };
    const correction = {
      id: v7(),
      type: 'correction' as const,
      activityId,
      senderId: ownerId,
      title,
      date,
      place,
      oldDate: date,
      oldPlace: place,
      createdAt: now,
    };
    await insertCorrection(tx, correction, groups.get(activityId) ?? [], changeDueAt(now));
  }
}

/**
 * Subscriber of `activityChanged`: schedules the announcement, with date and place before the first of several edits. Several changes in
 * one batch form the edit of a series, which takes over the pending edits of single occurrences.
 */
export async function recordChanges(
  { clock }: Pick<Platform, 'clock'>,
  tx: Transaction,
  changes: readonly ActivityChanged[],
): Promise<void> {
  const relevant = changes.filter(
    ({ before, after }) => before.date.getTime() !== after.date.getTime() || before.place !== after.place,
  );
  const ids = relevant.map(({ activityId }) => activityId);
  const [id] = ids;
  if (id === undefined) return;
  const isSeries = ids.length > 1;
  const pending = await lockPendingChanges(tx, ids);
  const taken = isSeries ? pending.filter(({ key }) => ids.includes(key)) : [];
  await cancel(
    tx,
    CHANGES,
    taken.map(({ key }) => key),
  );
  const earlier = activitiesOf(taken);
  const remaining = activitiesOf(pending.filter(row => !taken.includes(row)));
  const added = relevant
    .filter(({ activityId }) => !(activityId in remaining))
    .map(({ activityId, before: { date, place } }) => [
      activityId,
      earlier[activityId] ?? { date: date.toISOString(), place },
    ]);
  if (added.length === 0) return;
  const data: PendingChanges = { activities: Object.fromEntries(added) };
  await schedule(tx, CHANGES, { key: isSeries ? v7() : id, at: changeDueAt(clock()), data });
}

const activitiesOf = (rows: readonly { readonly data: PendingChanges }[]): PendingChanges['activities'] =>
  Object.assign({}, ...rows.map(({ data }) => data.activities));

/** Combines the due edits of an activity into one announcement, or none if date and place are unchanged. */
export const changeNotifications: BatchHandler<PendingChanges> = {
  kind: CHANGES,
  size: 20,
  isReady: ({ settings }) => isAnnounceable(publicStatuses(settings.moderation)),
  async run({ clock, settings }, tx, rows) {
    const ids = rows.flatMap(({ data }) => Object.keys(data.activities));
    const found = new Map((await findActivities(tx, ids)).map(activity => [activity.id, activity]));
    for (const { at, data } of rows) {
      const announced: NewAnnouncement[] = [];
      for (const [id, before] of Object.entries(data.activities)) {
        const activity = found.get(id);
        if (activity === undefined) continue;
        if (isPublic(activity.status, settings.moderation))
          announced.push(...announcementOf(activity, before, clock()));
        // The other changes of a series are announced one by one when their activities are approved.
        else await schedule(tx, CHANGES, { key: id, at, data: { activities: { [id]: before } } });
      }
      await insertAnnouncements(tx, announced);
    }
  },
};

function announcementOf(
  activity: Awaited<ReturnType<typeof findActivities>>[number],
  before: PendingChanges['activities'][string],
  now: Date,
): NewAnnouncement[] {
  const old = { date: new Date(before.date), place: before.place };
  if (!shouldNotifyChange(old, activity, now)) return [];
  const { id: activityId, ownerId: senderId, title, date, place } = activity;
  const facts = { activityId, senderId, title, oldDate: old.date, oldPlace: old.place, date, place };
  return [{ id: v7(), type: 'change', ...facts, createdAt: now }];
}

/**
 * Subscriber of `activityDeleting`: announces the deletion of upcoming activities to their attendees, without the organiser's text
 * if the activity is held for review.
 */
export async function recordDeletions(
  { clock }: Pick<Platform, 'clock'>,
  tx: Transaction,
  deleting: readonly ActivityDeleting[],
): Promise<void> {
  const now = clock();
  const announced = deleting.filter(({ isPublic, isHeld, endsAt }) => (isPublic || isHeld) && endsAt >= now);
  const groups = Map.groupBy(announced, ({ isPublic }) => isPublic);
  for (const [isShown, activities] of groups)
    await insertEndAnnouncements(
      tx,
      { type: 'deletion', isShown },
      activities.map(({ id }) => id),
      now,
    );
}
