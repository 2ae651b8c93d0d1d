import {
  type Activity,
  listOthersActivities,
  listOwnActivities,
  listPromotedActivities,
  searchActivities,
  type WholeActivity,
} from '@minga/contract/activities';
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryFunctionContext,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query';
import { activitiesKey, oneActivityKey } from '../../lib/server/activities-key.ts';
import { callList } from '../../lib/server/api.ts';
import { mergePages, nextOffset, type Page as PageOf } from '../../lib/server/pages.ts';
import type { OwnFilter, SearchFilters } from './search.ts';

/** Divisible by 1, 2 and 3 columns, so that every row of cards is full. */
export const PAGE_SIZE = 24;

export interface Page extends PageOf<Activity> {
  /** Rows of this page were removed from the cache since it was fetched. */
  readonly hasLostRows?: boolean;
}

/** Longer lists are not refetched automatically. */
const REFETCH_PAGES_MAX = 3;

/**
 * React Query refetches every page of an infinite query in sequence, up to a hundred requests for a list that was scrolled
 * far. Such a list is refetched only after an invalidation.
 */
function shouldRefetch({ state }: { state: { isInvalidated: boolean; data: unknown } }): boolean {
  // The library types `data` as one page here.
  const list = state.data as InfiniteData<Page> | undefined;
  return state.isInvalidated || list === undefined || list.pages.length <= REFETCH_PAGES_MAX;
}

/**
 * A query function that fetches one page at a time. When a long list is refetched after a removal, it requests only the
 * pages that lost rows and takes the others from the cache.
 */
export const pageFetcher =
  (fetchPage: (paging: { limit: number; offset: number }, signal: AbortSignal) => Promise<Page>) =>
  ({ client, queryKey, pageParam: offset, signal }: QueryFunctionContext<QueryKey, number>) => {
    const pages = client.getQueryData<InfiniteData<Page>>(queryKey)?.pages ?? [];
    const isOnlyShortened = pages.length > REFETCH_PAGES_MAX && pages.some(({ hasLostRows }) => hasLostRows);
    const cachedPage = isOnlyShortened ? pageAt(pages, offset) : undefined;
    if (cachedPage && !cachedPage.hasLostRows) return cachedPage;
    // Requests no more rows than the page had, because the next page's offset must not change.
    const limit = cachedPage && cachedPage !== pages.at(-1) ? cachedPage.rows.length : PAGE_SIZE;
    return fetchPage({ limit, offset }, signal);
  };

function pageAt(pages: readonly Page[], offset: number): Page | undefined {
  let start = 0;
  return pages.find(({ rows }) => {
    start += rows.length;
    return start - rows.length === offset;
  });
}

/** Query cache entries of the single activities, but for those of which the list lacks something. */
const activityEntries = (activities: readonly Activity[]) =>
  activities
    .filter(({ hasNeeds, hasQuestions }) => !hasNeeds && !hasQuestions)
    .map(activity => ({
      queryKey: oneActivityKey(activity._id),
      data: { ...activity, needs: [], questions: [], chatUrl: null } satisfies WholeActivity,
    }));

/** The `meta` of lists that are readable offline; `parts` also persists each of their activities. */
const offlineMeta = {
  isPersisted: true,
  parts: (data: unknown) => (data as InfiniteData<Page>).pages.flatMap(({ rows }) => activityEntries(rows)),
};

/** Options shared by all paged lists. */
export const pagedQuery = {
  initialPageParam: 0,
  getNextPageParam: nextOffset,
  select: mergePages<Activity>,
  refetchOnMount: shouldRefetch,
  refetchOnWindowFocus: shouldRefetch,
  refetchOnReconnect: shouldRefetch,
};

/**
 * Search results by descending relevance, paged; of each series the next occurrence. The previous results stay visible while new ones load. The filters are
 * part of the key, so that a late response cannot replace the results of another search.
 */
export const searchResults = (filters: SearchFilters) =>
  infiniteQueryOptions({
    queryKey: [...activitiesKey, 'search', filters],
    queryFn: pageFetcher((paging, signal) =>
      callList(searchActivities, { query: { ...filters, ...paging, series: 'next' }, signal }),
    ),
    ...pagedQuery,
    placeholderData: keepPreviousData,
    meta: isPersisted(filters) ? offlineMeta : {},
  });

/**
 * Offline only lists without search terms, days and tags are available: storing every search would fill the storage. A list around
 * a position is never stored, because its key and its distances tell where the device was.
 */
const isPersisted = ({ q, place, etiqueta, desde, hasta, cupos, accesible, cerca }: SearchFilters): boolean =>
  [q, place, etiqueta, desde, hasta, cupos, accesible, cerca].every(value => value === undefined);

/** Upcoming activities of other organisers by ascending date, paged; of each series the next occurrence. */
export const othersActivities = infiniteQueryOptions({
  queryKey: [...activitiesKey, 'others'],
  queryFn: pageFetcher((paging, signal) =>
    callList(listOthersActivities, { query: { ...paging, series: 'next' }, signal }),
  ),
  ...pagedQuery,
  meta: offlineMeta,
});

/**
 * The activities that the user manages, paged: upcoming ones by ascending date, of each series the next, or past ones by descending
 * date. The filter selects those of one collective, or the user's own.
 */
export const ownActivities = (when: 'proximas' | 'pasadas', filter: OwnFilter = {}) =>
  infiniteQueryOptions({
    queryKey: [...activitiesKey, 'own', when, filter.isOwn ? 'own' : (filter.collective ?? '')],
    queryFn: pageFetcher((paging, signal) =>
      callList(listOwnActivities, {
        query: {
          date: when,
          ...(!filter.isOwn && { gestiono: 'true', colectivo: filter.collective }),
          ...paging,
          ...(when === 'proximas' && { series: 'next' as const }),
        },
        signal,
      }),
    ),
    ...pagedQuery,
    meta: offlineMeta,
  });

/** Currently promoted activities of other organisers or of the user, paged. */
export const promotedActivities = (whose: 'others' | 'own') =>
  infiniteQueryOptions({
    queryKey: [...activitiesKey, 'promoted', whose],
    queryFn: pageFetcher((paging, signal) =>
      callList(listPromotedActivities, {
        query: { own: whose === 'own' ? 'true' : 'false', ...paging },
        signal,
      }),
    ),
    ...pagedQuery,
    meta: offlineMeta,
  });

/** Covers all activities of almost every organiser in one request. */
const CHOICES_PAGE_SIZE = 100;

/** The activities that the user may manage, for a select: upcoming ones by ascending date or past ones by descending date. */
export const choosableActivities = (when: 'proximas' | 'pasadas') =>
  infiniteQueryOptions({
    queryKey: [...activitiesKey, 'own', 'choosable', when],
    queryFn: ({ pageParam: offset, signal }) =>
      callList(listOwnActivities, {
        query: { gestiono: 'true', date: when, limit: CHOICES_PAGE_SIZE, offset },
        signal,
      }),
    ...pagedQuery,
    meta: offlineMeta,
  });

const LIMIT = 50;

/** The activities whose door the user is in charge of without managing them, until it closes: the 50 earliest. */
export const doorActivities = queryOptions({
  queryKey: [...activitiesKey, 'door'],
  queryFn: ({ signal }) => callList(listOwnActivities, { query: { recibo: 'true', limit: LIMIT }, signal }),
  meta: { isPersisted: true },
});
