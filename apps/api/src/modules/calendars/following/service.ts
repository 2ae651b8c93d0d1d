import type { CalendarSummary, FollowedField } from '@minga/contract/calendars';
import type { Transaction } from '../../../platform/database/connection.ts';
import type { Platform } from '../../../platform/platform.ts';
import { lockAccounts } from '../../accounts/queries.ts';
import {
  editImported,
  type ImportedFields,
  type ImportedGroup,
  markSource,
  publishImported,
} from '../../activities/imported/service.ts';
import { deleteLockedActivities } from '../../activities/removal/service.ts';
import { lockCollective } from '../../collectives/queries.ts';
import { rolesAmong } from '../../collectives/service.ts';
import { notify } from '../../notifications/delivery/service.ts';
import { can } from '../../teams/policy.ts';
import { listOwners } from '../../teams/queries.ts';
import type { Version } from '../reading/fetcher.ts';
import type { Reading, SourceEvent } from '../reading/rules.ts';
import {
  type CalendarRow,
  type ClaimedCalendar,
  deleteLinks,
  insertLinks,
  listWithPeople,
  lockReading,
  organisersOf,
  updateCalendar,
} from '../repository.ts';
import { type ActivityLink, type Locked, linkAlike, lockLinks } from './links-service.ts';
import { appliedOf, editedFields, nextReadingAt, type Plan, planReading } from './rules.ts';

/** Dates that are further past do not take part in a reading. */
const RECENT_MS = 30 * 24 * 60 * 60 * 1000;

const NO_PUBLISHER =
  'Quien agregó el calendario ya no publica en el colectivo, y nadie que lo administre puede seguir';

/** Stores that a reading failed. Activities do not change. */
export async function storeFailure(
  { db, clock }: Platform,
  { id, readingId }: ClaimedCalendar,
  sentence: string,
): Promise<void> {
  await db.transaction(async tx => {
    const calendar = await lockReading(tx, id, readingId);
    if (calendar !== null) await fail(tx, calendar, sentence, clock());
  });
}

const fail = (tx: Transaction, { id, failures }: CalendarRow, error: string, now: Date): Promise<void> =>
  updateCalendar(tx, id, {
    state: 'failed',
    error,
    lastReadAt: now,
    failures: failures + 1,
    readingId: null,
    canRemoveMost: false,
    dueAt: nextReadingAt(now, failures + 1),
  });

const READ_WELL = { state: 'ok', error: null, failures: 0, readingId: null } as const;

/** Stores that the file has not changed since it was last read. */
export async function storeUnchanged(
  { db, clock }: Platform,
  { id, readingId }: ClaimedCalendar,
): Promise<void> {
  const now = clock();
  await db.transaction(async tx => {
    if ((await lockReading(tx, id, readingId)) === null) return;
    await updateCalendar(tx, id, { ...READ_WELL, lastReadAt: now, dueAt: nextReadingAt(now, 0) });
  });
}

/**
 * Applies a reading to the activities of its calendar, all of it or nothing. Does nothing if another reading has begun or the calendar was
 * removed. Locks in the order of every transaction: account, collective, calendar, activities.
 */
export async function applyReading(
  platform: Platform,
  { id, readingId, collectiveId, addedBy }: ClaimedCalendar,
  reading: Reading,
  { etag, lastModified }: Version,
): Promise<void> {
  const { db, clock, settings } = platform;
  const now = clock();
  await db.transaction(async tx => {
    const publisherId = await lockPublisher(tx, collectiveId, addedBy);
    if (!(await lockCollective(tx, collectiveId))) return;
    const calendar = await lockReading(tx, id, readingId);
    if (calendar === null) return;
    if (publisherId === null) return fail(tx, calendar, NO_PUBLISHER, now);
    if (calendar.appliedAt === null) await linkAlike(platform, tx, calendar, reading.events);
    const links = await lockLinks(tx, id, new Date(now.getTime() - RECENT_MS));
    const { canRemoveMost } = calendar;
    const plan = planReading(links, reading, { now, timeZone: settings.timeZone, canRemoveMost });
    const asked = await removeGone(platform, tx, id, plan);
    await changeActivities(platform, tx, id, plan);
    const gone = new Set(plan.gone);
    const rest = links.filter(link => !gone.has(link));
    await publishNew(platform, tx, { calendar, publisherId, links: rest }, plan.created, reading);
    const edits = editsOf(plan);
    await updateCalendar(tx, id, {
      ...READ_WELL,
      etag,
      lastModified,
      lastReadAt: now,
      appliedAt: now,
      dueAt: nextReadingAt(now, 0),
      addedBy: publisherId,
      vanished: plan.vanished,
      canRemoveMost: false,
      edited: edits.length,
      summary: { ...summaryOf(reading), edits: edits.slice(0, EDITS_SHOWN) },
    });
    if (plan.vanished > 0 && calendar.vanished === 0)
      await ask(
        platform,
        tx,
        calendar,
        `Faltan actividades en ${calendar.host}`,
        vanishedText(plan.vanished),
      );
    for (const { id: taskId, title } of asked.slice(0, ASKED_MAX))
      await ask(
        platform,
        tx,
        calendar,
        'Cancelada en su calendario',
        cancelledText(title, calendar.host),
        taskId,
      );
  });
}

/** The number of edited activities that organisers are shown. */
const EDITS_SHOWN = 10;

/** The activities that were edited here, by their dates in the calendar, with the fields that the calendar no longer changes. */
const editsOf = ({
  changed,
}: Plan<Locked>): { activityId: string; title: string; fields: FollowedField[] }[] =>
  changed.flatMap(({ link: { activity, applied } }) => {
    const fields = activity === null ? [] : editedFields(applied, activity);
    return activity === null || fields.length === 0
      ? []
      : [{ activityId: activity.id, title: activity.title, fields }];
  });

/** The number of activities of one reading about which organisers are asked one by one. */
const ASKED_MAX = 10;

const vanishedText = (count: number): string =>
  `Su calendario ya no tiene ${count} actividades, más de la mitad, y no quitamos ninguna. Si es así, quítalas en «Traer de un calendario», en la página del colectivo.`;

const cancelledText = (title: string, host: string): string =>
  `«${title}» se canceló en el calendario de ${host}, y hay personas que confirmaron. Decide si la eliminas.`;

/** Notifies the owners and organisers of the collective in the bell. */
export async function ask(
  platform: Platform,
  tx: Transaction,
  { collectiveId }: Pick<CalendarRow, 'collectiveId'>,
  title: string,
  text: string,
  taskId: string | null = null,
): Promise<void> {
  const organisers = await organisersOf(tx, collectiveId);
  await notify(
    platform,
    tx,
    organisers.map(({ id: userId, email }) => ({
      type: 'change' as const,
      userId,
      email,
      title,
      text,
      taskId,
      composeEmail: null,
    })),
  );
}

/** Locks the account that publishes the activities: the one that added the calendar, or the first owner if that one no longer may. */
async function lockPublisher(
  tx: Transaction,
  collectiveId: string,
  addedBy: string | null,
): Promise<string | null> {
  const owners = (await listOwners(tx, collectiveId)).map(({ id }) => id);
  const candidates = addedBy === null ? owners : [addedBy, ...owners];
  const active = new Set(
    (await lockAccounts(tx, candidates, 'no key update')).flatMap(({ id, isActive }) => (isActive ? id : [])),
  );
  const roles = await rolesAmong(tx, [...active], [collectiveId]);
  const canPublish = (id: string) =>
    can(
      roles.flatMap(({ userId, role }) => (userId === id ? role : [])),
      'publish',
    );
  return candidates.find(id => active.has(id) && canPublish(id)) ?? null;
}

/** Removes what is gone, unless people have confirmed: returns these activities, about which organisers are to be asked. */
async function removeGone(
  platform: Platform,
  tx: Transaction,
  calendarId: string,
  { gone }: Plan<Locked>,
): Promise<Locked[]> {
  const found = gone.flatMap(({ activity }) => activity ?? []);
  const withPeople = await listWithPeople(
    tx,
    found.map(({ id }) => id),
  );
  const removed = gone.filter(({ activity }) => activity !== null && !withPeople.has(activity.id));
  await deleteLinks(
    tx,
    calendarId,
    removed.map(({ key }) => key),
  );
  await deleteLockedActivities(
    platform,
    tx,
    removed.flatMap(({ activity }) => activity ?? []),
  );
  const asked = found.filter(({ id, isSourceCancelled }) => withPeople.has(id) && !isSourceCancelled);
  await markSource(
    platform,
    tx,
    asked.map(({ id }) => id),
    { isCancelled: true },
  );
  return asked;
}

async function changeActivities(
  platform: Platform,
  tx: Transaction,
  calendarId: string,
  { changed }: Plan<Locked>,
): Promise<void> {
  const moved = changed.filter(
    ({ link, event, fields }) =>
      link.key !== event.key || fields.length > 0 || link.date.getTime() !== event.date,
  );
  await deleteLinks(
    tx,
    calendarId,
    moved.map(({ link }) => link.key),
  );
  await insertLinks(
    tx,
    moved.map(({ link, event, applied }) => ({
      calendarId,
      key: event.key,
      uid: event.uid,
      date: new Date(event.date),
      applied,
      activityId: link.activity?.id ?? null,
    })),
  );
  const returned = changed.flatMap(({ link: { activity } }) =>
    activity?.isSourceCancelled ? activity.id : [],
  );
  await markSource(platform, tx, returned, { isCancelled: false });
  await editImported(
    platform,
    tx,
    changed.flatMap(({ link: { activity: before }, event, fields }) =>
      before === null || fields.length === 0 ? [] : [{ before, fields: pick(fieldsOf(event), fields) }],
    ),
  );
}

const fieldsOf = ({
  key: _key,
  uid: _uid,
  series: _series,
  date,
  endDate,
  tags,
  ...others
}: SourceEvent): ImportedFields => ({
  ...others,
  tags: [...tags],
  date: new Date(date),
  endDate: endDate === null ? null : new Date(endDate),
});

/** The columns of these fields. */
function pick(values: ImportedFields, fields: readonly FollowedField[]): Partial<ImportedFields> {
  const columns = fields.flatMap((field): (keyof ImportedFields)[] => {
    if (field === 'when') return ['date', 'endDate'];
    return field === 'location' ? ['latitude', 'longitude'] : [field];
  });
  return Object.fromEntries(columns.map(column => [column, values[column]]));
}

interface Publishing {
  readonly calendar: CalendarRow;
  readonly publisherId: string;
  /** The links whose activities remain. */
  readonly links: readonly ActivityLink[];
}

/** Publishes the dates that are new in the calendar, those of one rule as a series. */
async function publishNew(
  platform: Platform,
  tx: Transaction,
  { calendar, publisherId, links }: Publishing,
  created: readonly SourceEvent[],
  { rules }: Reading,
): Promise<void> {
  const { id: calendarId, collectiveId, category, host, appliedAt } = calendar;
  const groups = [...Map.groupBy(created, ({ series, key }) => series ?? `\n${key}`).values()];
  const seriesOf = new Map(
    links.flatMap(({ uid, activity }) =>
      uid !== '' && activity?.seriesId ? [[uid, activity.seriesId]] : [],
    ),
  );
  const imported = groups.map(
    (events): ImportedGroup => ({
      rule: rules[events[0]?.series ?? ''] ?? null,
      seriesId: events[0]?.series === null ? null : (seriesOf.get(events[0]?.uid ?? '') ?? null),
      dates: events.map(fieldsOf),
    }),
  );
  const ids = await publishImported(
    platform,
    tx,
    {
      ownerId: publisherId,
      collectiveId,
      category,
      host,
      firstReadingId: appliedAt === null ? calendarId : null,
    },
    imported,
  );
  // A key may be that of a date that has begun, whose activity remains without the calendar.
  await deleteLinks(
    tx,
    calendarId,
    created.map(({ key }) => key),
  );
  await insertLinks(
    tx,
    groups.flatMap((events, index) =>
      events.map((event, place) => ({
        calendarId,
        key: event.key,
        uid: event.uid,
        date: new Date(event.date),
        applied: appliedOf(event),
        activityId: ids[index]?.[place] ?? null,
      })),
    ),
  );
}

/** The summary of a reading for organisers. */
export const summaryOf = ({ events, leftOut, leftOutReasons, beyondLimit }: Reading): CalendarSummary => {
  const dates = Map.groupBy(
    events.filter(({ series }) => series !== null),
    ({ series }) => series,
  );
  return {
    activities: events.length,
    series: [...dates.values()].filter(({ length }) => length > 1).length,
    withoutPlace: events.filter(({ place }) => place === '').length,
    leftOut,
    leftOutReasons: [...leftOutReasons],
    beyondLimit,
  };
};
