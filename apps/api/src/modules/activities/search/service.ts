import type { searchActivities } from '@minga/contract/activities';
import type { Query } from '@minga/contract/endpoint';
import { RADIUS_DEFAULT_KM } from '@minga/contract/search-values';
import { invalid } from '../../../platform/errors.ts';
import type { PollTask } from '../../../platform/jobs/polling.ts';
import { localDay, startOfDay } from '../../../platform/local-time.ts';
import type { Platform } from '../../../platform/platform.ts';
import { rewriteWords } from '../search-queries.ts';
import type { Search } from './filter-queries.ts';

export type SearchQuery = Query<typeof searchActivities>;

/** Converts a query string to a search. Rejects with 400 if its days are in the wrong order. */
export function searchOf(query: Omit<SearchQuery, 'limit' | 'offset' | 'series'>, timeZone: string): Search {
  const { q, place, date, estado, colectivo, serie, categoria, etiqueta } = query;
  const { desde, hasta, cupos, accesible, cerca, orden, radio = RADIUS_DEFAULT_KM } = query;
  if (desde !== undefined && hasta !== undefined && hasta < desde)
    throw invalid(['El día «hasta» no puede ser anterior a «desde»']);
  return {
    q,
    place,
    when: date,
    promotedOnly: estado === 'promocionadas',
    collective: colectivo || undefined,
    seriesId: serie,
    category: categoria,
    tag: etiqueta || undefined,
    from: desde === undefined ? undefined : startOfDay(desde, timeZone),
    until: hasta === undefined ? undefined : localDay(hasta, timeZone).end,
    isRoomRequired: cupos === 'libres',
    accessibility: accesible,
    near: cerca && { ...cerca, radiusKm: radio },
    order: orden === 'fecha' ? 'date' : undefined,
  };
}

/** The number of activities in one transaction, which takes some hundred milliseconds: a writer of one of them waits no longer. */
const BATCH = 200;

/**
 * The polling task that rewrites the words of all activities after a change of the rule that splits them. It does nothing once all
 * are rewritten. Two processes alternate by a row lock, and a killed process loses only its last batch. The task needs a poller of
 * its own, since 100,000 activities take minutes.
 */
export function searchRebuild({ db }: Pick<Platform, 'db'>): PollTask {
  let isDone = false;
  return async signal => {
    while (!isDone && !signal.aborted) isDone = !(await db.transaction(tx => rewriteWords(tx, BATCH)));
  };
}
