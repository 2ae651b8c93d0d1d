import type { Activity } from '@minga/contract/activities';
import type { QueryClient } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { sessionQuery } from '../features/accounts/api/session.ts';
import { oneActivity } from '../features/activities/api/one-activity.ts';
import { PAGE_SIZE, type Page } from '../features/activities/api/paged-query.ts';
import { searchResults } from '../features/activities/api/search-results.ts';
import {
  catalogueFilters,
  type SearchFilters,
  withDefaultDate,
} from '../features/activities/search-filters.ts';
import { ApiError } from '../lib/api.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { setSiteTimeZone } from '../lib/time-zone.ts';
import { giveFirstData } from './first-data.ts';
import { MantineStyles, Providers } from './providers.tsx';
import { createAppRouter } from './router.tsx';
import { parseSearch, stringifySearch } from './search-text.ts';
import { WithoutScript } from './without-script.tsx';

/** A public screen as a visitor without a session sees it first. The server calls this module, built by build.ts. */
export interface FirstPaint {
  /** What belongs into `#root`. */
  readonly html: string;
  /** JSON of what the browser begins with, so that it need not ask again (first-data.ts). */
  readonly data: string;
}

/** Finds what a search of the API would answer. */
const CATALOGUE = '/actividades';

type Find = (search: SearchFilters & { limit: number; offset: number }) => Promise<Page>;

/**
 * Where the catalogue of this query is to be asked for, as the app would write it; null: there. What else stands in an
 * address, such as the marks of a link that was shared, is let be.
 */
export function catalogueAddress(path: string): string | null {
  const query = path.slice(CATALOGUE.length);
  const search = parseSearch(query);
  const filters = catalogueFilters(search);
  return stringifySearch({ ...search, ...filters }) === query ? null : CATALOGUE + stringifySearch(filters);
}

/** The catalogue at `path`, its query included, with the first page of what it finds. */
export function paintCatalogue(path: string, timeZone: string, find: Find): Promise<FirstPaint> {
  return paint(path, timeZone, async (queryClient, { search }) => {
    const filters = withDefaultDate(catalogueFilters(search));
    const page = await find({ ...filters, limit: PAGE_SIZE, offset: 0 });
    queryClient.setQueryData(searchResults(filters).queryKey, { pages: [page], pageParams: [0] });
  });
}

/** The page of one activity at `path`. */
export function paintActivity(path: string, timeZone: string, activity: Activity): Promise<FirstPaint> {
  return paint(path, timeZone, queryClient => {
    queryClient.setQueryData(oneActivity(activity._id).queryKey, activity);
  });
}

/** In the place of one that was deleted, or that nobody but its owner may see, if there is one. */
export function paintUnknownActivity(
  path: string,
  timeZone: string,
  isDeleted: boolean,
): Promise<FirstPaint> {
  const refusal = new ApiError(404, isDeleted ? 'DELETED' : 'NOT_FOUND', ['No existe esta actividad']);
  return paint(path, timeZone, (queryClient, { params }) =>
    queryClient.prefetchQuery({
      queryKey: oneActivity(params.id ?? '').queryKey,
      queryFn: () => Promise.reject(refusal),
      retry: false,
    }),
  );
}

/** What the build puts into the documents (first-styles.ts): made anew, it took a third of each painting. */
export const mantineStyles = (): string => renderToStaticMarkup(<MantineStyles />);

interface Asked {
  readonly search: Record<string, unknown>;
  readonly params: Record<string, string>;
}

/** `know` puts into the cache what the screen would ask for, given what its address says. */
async function paint(
  path: string,
  timeZone: string,
  know: (queryClient: QueryClient, asked: Asked) => void | Promise<void>,
): Promise<FirstPaint> {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  const queryClient = createQueryClient();
  queryClient.setQueryData(sessionQuery.queryKey, null);
  const { search = {}, params = {} } = router.state.matches.at(-1) ?? {};
  await know(queryClient, { search, params });
  // From here on nothing waits: the zone is that of this page.
  setSiteTimeZone(timeZone);
  const html = renderToString(
    <>
      <WithoutScript />
      <Providers queryClient={queryClient} hasStyles={false}>
        <RouterProvider router={router} />
      </Providers>
    </>,
  );
  const data = giveFirstData(queryClient);
  queryClient.clear();
  return { html, data };
}
