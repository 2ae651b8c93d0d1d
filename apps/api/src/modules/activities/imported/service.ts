import type { Weekday } from '@minga/contract/series';
import type { Category } from '@minga/contract/topics';
import { v7 } from 'uuid';
import type { Transaction } from '../../../platform/database/connection.ts';
import type { Platform } from '../../../platform/platform.ts';
import { listNeedsOf, replaceNeeds } from '../details/repository.ts';
import { parsedNeedTimes } from '../edit/service.ts';
import { judgeOfNew, statusesAfterEdits } from '../hold/service.ts';
import { lockActivities } from '../moderation/repository.ts';
import { isPublic, type StoredStatus } from '../policy.ts';
import type { LockedActivity } from '../repository.ts';
import { holdColumns } from '../rules.ts';
import { insertSeries } from '../series/repository.ts';
import {
  findLastIndexes,
  insertImported,
  listAlike,
  type Source,
  setOwner,
  setSource,
  updateImported,
} from './repository.ts';

// Activities that come from a calendar of another program (docs/rules.md R24.5 to R24.8).

/** The fields that a calendar sets. */
export interface ImportedFields {
  readonly title: string;
  readonly description: string;
  readonly place: string;
  readonly directions: string;
  readonly date: Date;
  readonly endDate: Date | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly tags: string[];
}

/** One activity, or with `rule` the new dates of a series, sorted by date. */
export interface ImportedGroup {
  readonly rule:
    | (Pick<Parameters<typeof insertSeries>[1], 'frequency' | 'interval'> & {
        readonly weekdays: readonly Weekday[];
      })
    | null;
  /** The series that exists already, to which the dates are added, or null. */
  readonly seriesId: string | null;
  readonly dates: readonly ImportedFields[];
}

interface Import {
  readonly ownerId: string;
  readonly collectiveId: string;
  readonly category: Category | null;
  readonly host: string;
  /** The id of the calendar if this is its first reading, of which followers get no news and which is held as one; else null. */
  readonly firstReadingId: string | null;
}

/**
 * Publishes the activities of one reading as their owner would, and returns their ids by group. Followers get one piece of news about all of
 * them. The caller has locked the owner and the collective.
 */
export async function publishImported(
  { clock, events, settings }: Platform,
  tx: Transaction,
  { ownerId, collectiveId, category, host, firstReadingId }: Import,
  groups: readonly ImportedGroup[],
): Promise<string[][]> {
  const now = clock();
  const holdOf = await judgeOfNew(tx, ownerId);
  const common = {
    ownerId,
    collectiveId,
    category,
    firstReadingId,
    sourceHost: host,
    // Other programs announce their events to other servers themselves (docs/rules.md R24.5).
    isFederated: false,
    responsible: [],
    createdAt: now,
    updatedAt: now,
  };
  const lastIndexes = await findLastIndexes(
    tx,
    groups.flatMap(({ seriesId }) => seriesId ?? []),
  );
  const singles: Parameters<typeof insertImported>[1][number][] = [];
  const published: { id: string; date: Date; isNew: boolean }[] = [];
  const ids: string[][] = [];
  for (const { rule, seriesId, dates } of groups) {
    const [first] = dates;
    if (first === undefined) continue;
    const hold =
      dates.map(one => holdOf({ ...one, responsible: [] })).find(reason => reason !== null) ?? null;
    const status: StoredStatus = hold === null ? 'pending' : 'held';
    const publishedAt = isPublic(status, settings.moderation) ? now : null;
    const rows = dates.map(fields => ({
      ...common,
      ...fields,
      id: v7(),
      status,
      ...holdColumns(hold),
      publishedAt,
    }));
    const from = seriesId === null ? null : (lastIndexes.get(seriesId) ?? 0);
    if (from !== null && from + rows.length <= INDEX_MAX)
      singles.push(...rows.map((row, index) => ({ ...row, seriesId, seriesIndex: from + index + 1 })));
    else if (rule !== null && rows.length > 1)
      await insertSeries(tx, { ...rule, weekdays: [...rule.weekdays] }, rows);
    else singles.push(...rows);
    ids.push(rows.map(({ id }) => id));
    const [row] = rows;
    if (publishedAt !== null && row !== undefined)
      published.push({ id: row.id, date: first.date, isNew: from === null });
  }
  await insertImported(tx, singles);
  published.sort((one, other) => one.date.getTime() - other.date.getTime());
  // Further dates of a known series are no news, but programs that receive its events are told.
  const news = firstReadingId === null ? published.filter(({ isNew }) => isNew) : [];
  await events.publish(
    tx,
    'activityPublished',
    published.map(one => ({
      activityId: one.id,
      collectiveId,
      canBeUndone: false,
      ...(one === news[0] ? { others: news.length - 1 } : { isSilent: true }),
    })),
  );
  return ids;
}

/** The number of dates after which a rule without an end becomes another series. */
const INDEX_MAX = 120;

/** Locks activities in the order in which every transaction locks activities. */
export const lockImported = (tx: Transaction, ids: readonly string[]): Promise<LockedActivity[]> =>
  ids.length === 0 ? Promise.resolve([]) : lockActivities(tx, ids);

/** A locked activity with the fields that its calendar changes. */
export interface ImportedEdit {
  readonly before: LockedActivity;
  readonly fields: Partial<ImportedFields>;
}

/** Edits activities as their calendar has changed, with the notices and the review of an edit. */
export async function editImported(
  { clock, events, settings }: Platform,
  tx: Transaction,
  edits: readonly ImportedEdit[],
): Promise<void> {
  if (edits.length === 0) return;
  const needs = await listNeedsOf(
    tx,
    edits.map(({ before }) => before.id),
  );
  const statusAfter = await statusesAfterEdits(
    tx,
    settings.moderation,
    edits.map(({ before }) => before),
    id => needs.get(id) ?? [],
  );
  await updateImported(
    tx,
    edits.map(({ before, fields }) => {
      const { date: _date, endDate: _endDate, ...texts } = fields;
      return { ...before, ...fields, ...statusAfter(before, { ...texts, needs: undefined }) };
    }),
    clock(),
  );
  await moveTasks(tx, edits, needs);
  await events.publish(
    tx,
    'activityChanged',
    edits.map(({ before, fields }) => ({
      activityId: before.id,
      before,
      after: { date: fields.date ?? before.date, place: fields.place ?? before.place },
    })),
  );
}

/** Moves the times of tasks with the start of their activity. */
async function moveTasks(
  tx: Transaction,
  edits: readonly ImportedEdit[],
  needs: Awaited<ReturnType<typeof listNeedsOf>>,
): Promise<void> {
  const moved = edits.flatMap(({ before, fields }) => {
    const distance = (fields.date ?? before.date).getTime() - before.date.getTime();
    if (distance === 0) return [];
    return (needs.get(before.id) ?? []).flatMap((need, position) => {
      const { startsAt, endsAt } = parsedNeedTimes(need);
      if (startsAt === null || endsAt === null) return [];
      const { _id: id, kind, name, quantity, note } = need;
      return {
        id,
        kind,
        name,
        quantity,
        note,
        position,
        activityId: before.id,
        startsAt: new Date(startsAt.getTime() + distance),
        endsAt: new Date(endsAt.getTime() + distance),
      };
    });
  });
  await replaceNeeds(tx, moved, []);
}

/** The activities of a collective with one of these titles at its start. */
export const findAlike = listAlike;

/** Sets the calendar of activities, or their state in it, and announces the change. */
export async function markSource(
  { clock, events }: Pick<Platform, 'clock' | 'events'>,
  tx: Transaction,
  ids: readonly string[],
  source: Source,
): Promise<void> {
  await setSource(tx, ids, source, clock());
  await events.publish(
    tx,
    'activityStateChanged',
    ids.map(activityId => ({ activityId })),
  );
}

/** Gives locked activities to another author. */
export const giveImportedTo = (tx: Transaction, ids: readonly string[], ownerId: string): Promise<void> =>
  setOwner(tx, ids, ownerId);
