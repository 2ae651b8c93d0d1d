import type { Transaction } from '../../../platform/database/connection.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findAlike, lockImported, markSource } from '../../activities/imported/service.ts';
import type { SourceEvent } from '../reading/rules.ts';
import { type CalendarRow, insertLinks, type LinkRow, listLinked, listLinks } from '../repository.ts';
import { appliedOf, type Link } from './rules.ts';

export type Locked = Awaited<ReturnType<typeof lockImported>>[number];

export type ActivityLink = Link<Locked> & Pick<LinkRow, 'activityId'>;

/** The links of a calendar, or with `since` those of dates from then on, with their activities, which are locked. */
export async function lockLinks(
  tx: Transaction,
  calendarId: string,
  since: Date | null,
): Promise<ActivityLink[]> {
  const ids = (await listLinks(tx, calendarId, since)).flatMap(({ activityId }) => activityId ?? []);
  const locked = new Map((await lockImported(tx, ids)).map(activity => [activity.id, activity]));
  // The links are read again, since an organiser may have deleted activities before these were locked.
  const links = await listLinks(tx, calendarId, since);
  return links.map(link => ({ ...link, activity: locked.get(link.activityId ?? '') ?? null }));
}

/**
 * Links the activities that the collective already has with title and start of dates of a first reading: the calendar was removed and added
 * again, or its activities were typed before. Otherwise each would be there twice (docs/rules.md R24.6). Their other fields, which may
 * differ, count as edited here.
 */
export async function linkAlike(
  platform: Platform,
  tx: Transaction,
  { id: calendarId, collectiveId, host }: CalendarRow,
  events: readonly SourceEvent[],
): Promise<void> {
  const alike = await findAlike(
    tx,
    collectiveId,
    events.map(({ title, date }) => ({ title, date: new Date(date) })),
  );
  const ids = alike.map(({ id }) => id);
  const linked = new Set(await listLinked(tx, ids));
  const free = (await lockImported(tx, ids)).filter(({ id }) => !linked.has(id));
  const byDate = Map.groupBy(free, ({ title, date }) => `${date.getTime()} ${title}`);
  const links = events.flatMap((event): LinkRow[] => {
    const activity = byDate.get(`${event.date} ${event.title}`)?.shift();
    if (activity === undefined) return [];
    const { key, uid } = event;
    const applied = appliedOf(event);
    return [{ calendarId, key, uid, date: activity.date, applied, activityId: activity.id }];
  });
  await insertLinks(tx, links);
  await markSource(
    platform,
    tx,
    links.flatMap(({ activityId }) => activityId ?? []),
    { host },
  );
}
