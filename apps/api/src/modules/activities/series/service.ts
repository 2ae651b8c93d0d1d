import type { Need } from '@minga/contract/needs';
import type { Repeat } from '@minga/contract/written-repeat';
import { v7 } from 'uuid';
import type { Transaction } from '../../../platform/database/connection.ts';
import { invalid, notFound } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { createSemaphore } from '../../../platform/semaphore.ts';
import { can } from '../../teams/policy.ts';
import { rolesInEach } from '../access-service.ts';
import { listNeedsOf, replaceNeeds } from '../details/repository.ts';
import type { StoredNeed } from '../details/rules.ts';
import { isPublic, publicStatuses } from '../policy.ts';
import type { activities } from '../schema.ts';
import { countRemaining, insertSeries, listOccurrences } from './repository.ts';
import { moveNeed, movePeriod, occurrenceOffsets, weekdaysOf } from './rules.ts';

/**
 * Limits concurrent publications, edits and deletions of series to two, with a fair order of accounts. Each computes for some tens
 * of milliseconds and has up to 2,400 needs, so that many at once would delay other callers and use up the connections to the
 * database. Throws 503 if too many wait.
 */
export const seriesSemaphore = createSemaphore(2, 100, 20);

/** A valid series that is about to be published. */
interface SeriesPlan {
  readonly rule: Pick<Repeat, 'frequency' | 'interval' | 'weekdays'>;
  /** The distance of each occurrence from the first, in days. */
  readonly offsets: readonly number[];
  readonly timeZone: string;
}

/** Plans a series. Rejects with 400 if an activity on this date cannot repeat so. */
export function planSeries(date: Date, repeat: Repeat, timeZone: string): SeriesPlan {
  const result = occurrenceOffsets(date, repeat, timeZone);
  if ('problem' in result) throw invalid([result.problem]);
  const { frequency, interval } = repeat;
  const weekdays = frequency === 'weekly' ? weekdaysOf(date, repeat, timeZone) : [];
  return { rule: { frequency, interval, weekdays }, offsets: result.offsets, timeZone };
}

/** Stores a series, each occurrence with its own dates and needs, and returns the id of the first. */
export async function insertOccurrences(
  tx: Transaction,
  { rule, offsets, timeZone }: SeriesPlan,
  { date, endDate = null, ...values }: typeof activities.$inferInsert,
  needs: readonly StoredNeed[],
): Promise<string> {
  const occurrences = offsets.map(days => ({
    row: { ...values, ...movePeriod({ date, endDate }, days, timeZone), id: v7() },
    needs: needs.map(need => ({ ...moveNeed(need, days, timeZone), id: v7() })),
  }));
  await insertSeries(
    tx,
    rule,
    occurrences.map(({ row }) => row),
  );
  await replaceNeeds(
    tx,
    occurrences.flatMap(({ row, needs: own }) => own.map(need => ({ ...need, activityId: row.id }))),
    [],
  );
  const [first] = occurrences;
  if (first === undefined) throw new Error('a series has no occurrences');
  return first.row.id;
}

/** The number of upcoming occurrences that the viewer may see, by series. */
export async function remainingOf(
  { db, clock, settings }: Pick<Platform, 'db' | 'clock' | 'settings'>,
  rows: readonly { readonly activity: { readonly seriesId: string | null } }[],
  viewerId: string | null,
): Promise<ReadonlyMap<string, number>> {
  const seriesIds = [...new Set(rows.flatMap(({ activity }) => activity.seriesId ?? []))];
  return countRemaining(db, seriesIds, viewerId, publicStatuses(settings.moderation), clock());
}

/**
 * The occurrences of a series in which `viewerId` may take part, by date. Rejects with 404 if there are none.
 */
export async function occurrencesOf(
  { db, settings }: Pick<Platform, 'db' | 'settings'>,
  seriesId: string,
  viewerId: string | null,
) {
  const all = await listOccurrences(db, seriesId);
  const rolesOf = await rolesInEach(db, viewerId, all);
  const visible = all.filter(one => isPublic(one.status, settings.moderation) || can(rolesOf(one), 'manage'));
  if (visible.length === 0) throw notFound('Serie no encontrada');
  return visible;
}

/** The needs of locked activities, by activity. */
export const needsOfAll = (
  tx: Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly Need[]>> => listNeedsOf(tx, ids);
