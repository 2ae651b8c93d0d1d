import type { Activity } from '@minga/contract/activities';
import { dehydrate, type QueryClient } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import { sessionQuery } from '../features/accounts/api/session.ts';
import { oneActivity } from '../features/activities/api/one-activity.ts';
import { PAGE_SIZE, type Page } from '../features/activities/api/paged.ts';
import { searchResults } from '../features/activities/api/search-results.ts';
import { catalogueSearch, filtersIn, type SearchFilters } from '../features/activities/search-filters.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { setSiteTimeZone } from '../lib/time-zone.ts';
import { Providers } from './providers.tsx';
import { createAppRouter } from './router.tsx';

/** A public screen as a visitor without a session sees it first. The server calls this module, built by build.ts. */
export interface FirstPaint {
  /** What belongs into `#root`. */
  readonly html: string;
  /** JSON of what the browser begins with, so that it need not ask again (first-data.ts). */
  readonly data: string;
}

/** Finds what a search of the API would answer. */
type Find = (search: SearchFilters & { limit: number; offset: number }) => Promise<Page>;

/** The catalogue at `path`, its query included, with the first page of what it finds. */
export function paintCatalogue(path: string, timeZone: string, find: Find): Promise<FirstPaint> {
  return paint(path, timeZone, async (queryClient, search) => {
    const filters = catalogueSearch(filtersIn(search));
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

/** `know` puts into the cache what the screen would ask for, given the query of its address. */
async function paint(
  path: string,
  timeZone: string,
  know: (queryClient: QueryClient, search: Record<string, unknown>) => void | Promise<void>,
): Promise<FirstPaint> {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  const queryClient = createQueryClient();
  queryClient.setQueryData(sessionQuery.queryKey, null);
  await know(queryClient, router.state.matches.at(-1)?.search ?? {});
  // From here on nothing waits: the zone is that of this page.
  setSiteTimeZone(timeZone);
  const html = renderToString(
    <Providers queryClient={queryClient}>
      <RouterProvider router={router} />
    </Providers>,
  );
  const data = JSON.stringify(dehydrate(queryClient));
  queryClient.clear();
  return { html, data };
}
