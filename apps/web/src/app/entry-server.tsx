import type { Activity } from '@minga/contract/activities';
import type {
  FindActivities,
  PlainForm,
  RenderedPage,
  SsrRenderer,
  Viewing,
} from '@minga/contract/server-rendering';
import type { QueryClient } from '@tanstack/react-query';
import { createMemoryHistory } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import { loginSearch, registerSearch } from '../features/accounts/session/return-path.ts';
import { sessionQuery } from '../features/accounts/session/session.ts';
import { oneActivity } from '../features/activities/api.ts';
import { loadMonth, monthActivities } from '../features/activities/calendar/month-api.ts';
import { monthOf } from '../features/activities/calendar/month-grid.ts';
import { countEach, countRequest } from '../features/activities/catalogue/count-api.ts';
import { alternativesTo } from '../features/activities/catalogue/filters.ts';
import { withDefaults } from '../features/activities/catalogue/search-request.ts';
import { PAGE_SIZE, searchResults } from '../features/activities/lists-api.ts';
import { lastTransition } from '../features/activities/model.ts';
import {
  calendarSearch,
  catalogueFilters,
  collectiveFilters,
  filtersOf,
  mapSearch,
  type SearchFilters,
  withPosition,
} from '../features/activities/search.ts';
import { setPlainForm } from '../features/attendance/plain-confirmation.tsx';
import {
  PAGE_SIZE as COLLECTIVES_PAGE_SIZE,
  collectiveList,
  oneCollective,
} from '../features/collectives/api.ts';
import { collectiveSearch } from '../features/collectives/collective-search.ts';
import { oneCertificate } from '../features/hours/api.ts';
import { impactQuery } from '../features/impact/api.ts';
import { impactSearch } from '../features/impact/impact-search.ts';
import { setSiteTimeZone, siteDay } from '../lib/dates/dates.ts';
import { now, setRenderTime } from '../lib/dates/now.ts';
import { startOfSiteDay } from '../lib/dates/site-day.ts';
import { setRenderedSaving } from '../lib/saved-data.ts';
import { ApiError } from '../lib/server/api.ts';
import { createQueryClient } from '../lib/server/query-client.ts';
import { setRenderedHandle } from '../lib/site-handle.ts';
import { App } from './app.tsx';
import { initialDataOf } from './initial-data.ts';
import { LazyMemoryView } from './lazy-memory-view.ts';
import { createAppRouter, parseSearch, stringifySearch } from './router.tsx';

// Renders the public screens for visitors, in the API's process. The build bundles this module (build.ts).

const CATALOGUE = '/actividades';
const COLLECTIVES = '/colectivos';
const MAP = '/mapa';
const CALENDAR = '/calendario';
const IMPACT = '/impacto';
const LOGIN = '/login';
const REGISTER = '/register';

/** Parameters of other programs, such as the marks of shared links, leave an address canonical. */
export const catalogueAddress: SsrRenderer['catalogueAddress'] = path =>
  canonicalAddress(CATALOGUE, path, search => ({ ...catalogueFilters(search) }));

export const collectivesAddress: SsrRenderer['collectivesAddress'] = path =>
  canonicalAddress(COLLECTIVES, path, collectiveSearch);

export const mapAddress: SsrRenderer['mapAddress'] = path => canonicalAddress(MAP, path, mapSearch);

export const calendarAddress: SsrRenderer['calendarAddress'] = path =>
  canonicalAddress(CALENDAR, path, calendarSearch);

export const impactAddress: SsrRenderer['impactAddress'] = path =>
  canonicalAddress(IMPACT, path, impactSearch);

export const accountFormAddress: SsrRenderer['accountFormAddress'] = path =>
  path.startsWith(LOGIN)
    ? canonicalAddress(LOGIN, path, search => ({ ...loginSearch(search) }))
    : canonicalAddress(REGISTER, path, search => ({ ...registerSearch(search) }));

function canonicalAddress(
  page: string,
  path: string,
  parse: (search: Record<string, unknown>) => Record<string, unknown>,
): string | null {
  const query = path.slice(page.length);
  const search = parseSearch(query);
  const filters = parse(search);
  return stringifySearch({ ...search, ...filters }) === query ? null : page + stringifySearch(filters);
}

/** The catalogue with the first page of its results. */
export const renderCatalogue: SsrRenderer['renderCatalogue'] = (path, viewing, find) =>
  render(path, viewing, (queryClient, { search }) =>
    fillResults(queryClient, withPosition(catalogueFilters(search), null), find, viewing),
  );

/** The map's list starts with the catalogue's first page (catalogue/map-view.tsx). */
export const renderMap: SsrRenderer['renderMap'] = (path, viewing, find) =>
  render(path, viewing, (queryClient, { search }) => {
    const { actividad: _, ...filters } = mapSearch(search);
    return fillResults(queryClient, withPosition(filters, null), find, viewing);
  });

/** A search without results has the numbers of what there is instead: a visitor who only reads loads no code that would count. */
async function fillResults(
  queryClient: QueryClient,
  filters: SearchFilters,
  find: FindActivities,
  viewing: Viewing,
) {
  const sent = withDefaults(filters);
  const page = await find({ ...sent, limit: PAGE_SIZE, offset: 0 });
  queryClient.setQueryData(searchResults(sent).queryKey, { pages: [page], pageParams: [0] });
  if (page.total === 0) {
    const searches = alternativesTo(filters, siteDay(now(), viewing.timeZone)).map(each => each.filters);
    const counted = await Promise.all(searches.map(each => find(countRequest(each))));
    queryClient.setQueryData(
      countEach(searches).queryKey,
      counted.map(({ total }) => total),
    );
  }
  return page.rows;
}

/** The month of the address, or the current one. */
export const renderCalendar: SsrRenderer['renderCalendar'] = (path, viewing, startOfToday, find) =>
  render(
    path,
    viewing,
    async (queryClient, { search }) => {
      const given = calendarSearch(search);
      const [today, filters] = [siteDay(startOfToday, viewing.timeZone), filtersOf(given)];
      const month = given.mes ?? monthOf(today);
      const loaded = await loadMonth(find, month, filters, today, viewing.timeZone);
      queryClient.setQueryData(monthActivities(month, filters).queryKey, loaded);
      return loaded.entries;
    },
    { earliest: startOfToday },
  );

const EMPTY_FORM: PlainForm = { typed: {}, problems: [], outcome: null, own: null, dataDays: 180 };

/** The page of one activity. */
export const renderActivity: SsrRenderer['renderActivity'] = (path, viewing, activity, form = EMPTY_FORM) =>
  render(
    path,
    viewing,
    async queryClient => {
      queryClient.setQueryData(oneActivity(activity._id).queryKey, activity);
      if (activity.memory) await LazyMemoryView.preload?.();
      return [activity];
    },
    { form: { ...form, activity } },
  );

/** The page of a deleted activity, or of one that does not exist for visitors. */
export const renderMissingActivity: SsrRenderer['renderMissingActivity'] = (path, viewing, isDeleted) => {
  const error = new ApiError(404, isDeleted ? 'DELETED' : 'NOT_FOUND', ['No existe esta actividad']);
  return render(path, viewing, async (queryClient, { params }) => {
    await queryClient.prefetchQuery({
      queryKey: oneActivity(params.id ?? '').queryKey,
      queryFn: () => Promise.reject(error),
      retry: false,
    });
    return [];
  });
};

/** The list of the collectives with the first page of its results. */
export const renderCollectives: SsrRenderer['renderCollectives'] = (path, viewing, find) =>
  render(path, viewing, async (queryClient, { search }) => {
    const { q } = collectiveSearch(search);
    const page = await find({ q, limit: COLLECTIVES_PAGE_SIZE, offset: 0 });
    queryClient.setQueryData(collectiveList(q).queryKey, { pages: [page], pageParams: [0] });
    return [];
  });

/** The page of one collective with the first pages of its activities. */
export const renderCollective: SsrRenderer['renderCollective'] = (path, viewing, collective, find) =>
  render(path, viewing, async queryClient => {
    queryClient.setQueryData(oneCollective(collective.slug).queryKey, collective);
    const pages = await Promise.all(
      collectiveFilters(collective.slug).map(async filters => {
        const page = await find({ ...filters, limit: PAGE_SIZE, offset: 0 });
        queryClient.setQueryData(searchResults(filters).queryKey, { pages: [page], pageParams: [0] });
        return page.rows;
      }),
    );
    return pages.flat();
  });

/** The page of a collective that does not exist for visitors. */
export const renderMissingCollective: SsrRenderer['renderMissingCollective'] = (path, viewing) => {
  const error = new ApiError(404, 'NOT_FOUND', ['No existe este colectivo']);
  return render(path, viewing, async (queryClient, { params }) => {
    await queryClient.prefetchQuery({
      queryKey: oneCollective(params.slug ?? '').queryKey,
      queryFn: () => Promise.reject(error),
      retry: false,
    });
    return [];
  });
};

/** The impact of the site or of a collective. */
export const renderImpact: SsrRenderer['renderImpact'] = (path, viewing, impact, collective) =>
  render(path, viewing, async queryClient => {
    queryClient.setQueryData(impactQuery(collective?.slug).queryKey, impact);
    if (collective !== null) queryClient.setQueryData(oneCollective(collective.slug).queryKey, collective);
    return [];
  });

/** The impact of a collective that does not exist for visitors. */
export const renderMissingImpact: SsrRenderer['renderMissingImpact'] = (path, viewing) => {
  const error = new ApiError(404, 'NOT_FOUND', ['No existe este colectivo']);
  return render(path, viewing, async (queryClient, { search }) => {
    const { colectivo } = impactSearch(search);
    for (const { queryKey } of [impactQuery(colectivo), oneCollective(colectivo ?? '')])
      await queryClient.prefetchQuery({ queryKey, queryFn: () => Promise.reject(error), retry: false });
    return [];
  });
};

/** The page of a certificate; null: there is none with the number. */
export const renderCertificate: SsrRenderer['renderCertificate'] = (path, viewing, certificate) =>
  render(path, viewing, async (queryClient, { params }) => {
    const query = oneCertificate(params.number ?? '');
    if (certificate !== null) queryClient.setQueryData(query.queryKey, certificate);
    else {
      const error = new ApiError(404, 'NOT_FOUND', ['No existe una constancia con ese número']);
      const { queryKey } = query;
      await queryClient.prefetchQuery({ queryKey, queryFn: () => Promise.reject(error), retry: false });
    }
    return [];
  });

/** The form of signing in or of signing up. */
export const renderAccountForm: SsrRenderer['renderAccountForm'] = (path, viewing) =>
  render(path, viewing, async () => []);

interface Match {
  readonly search: Record<string, unknown>;
  readonly params: Record<string, string>;
}

type Times = Pick<Activity, 'date' | 'endDate'>;

/**
 * `fillCache` provides what the screen at this address fetches, and returns the activities that it shows. By default it renders at the
 * start of the present day or later. `form` is what the page's form without JavaScript shows.
 */
async function render(
  path: string,
  viewing: Viewing,
  fillCache: (queryClient: QueryClient, match: Match) => Promise<readonly Times[]>,
  { earliest, form = null }: { earliest?: Date; form?: Parameters<typeof setPlainForm>[0] } = {},
): Promise<RenderedPage> {
  const router = createAppRouter({
    history: createMemoryHistory({ initialEntries: [path] }),
    isServer: true,
  });
  await router.load();
  const queryClient = createQueryClient();
  queryClient.setQueryData(sessionQuery.queryKey, null);
  const { search = {}, params = {} } = router.state.matches.at(-1) ?? {};
  const shown = await fillCache(queryClient, { search, params });
  // The zone, the saving of data, the time and the form are this page's: nothing below is asynchronous.
  setSiteTimeZone(viewing.timeZone);
  setRenderedSaving(viewing.isDataSaved);
  setRenderedHandle(viewing.siteHandle ?? null);
  const renderTime = stableRenderTime(shown, now(), earliest);
  setRenderTime(renderTime);
  setPlainForm(form);
  const html = renderToString(<App router={router} queryClient={queryClient} />);
  const data = initialDataOf(queryClient, renderTime);
  queryClient.clear();
  return { html, data };
}

/**
 * A time of the present day for which every activity shown is past or upcoming as it is now: just after the latest start or end that
 * has passed today, or after midnight. The present itself would change the page's ETag with every render.
 */
function stableRenderTime(shown: readonly Times[], moment: Date, earliest?: Date): Date {
  const transitions = shown.map(activity => lastTransition(activity, moment) ?? 0);
  const start = earliest ?? startOfSiteDay(moment);
  return new Date(Math.max(start.getTime(), ...transitions) + 1);
}
