import { type Activity, searchActivities } from '@minga/contract/activities';
import { SEARCH_MAX } from '@minga/contract/search-values';
import { IconList } from '@tabler/icons-react';
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { SearchBox } from '../../../components/form/search-box.tsx';
import { ErrorPanel } from '../../../components/page/error-panel.tsx';
import { LoadingStatus } from '../../../components/page/loading-status.tsx';
import { PageHeading } from '../../../components/page/page-heading.tsx';
import { activitiesKey } from '../../../lib/server/activities-key.ts';
import { callList } from '../../../lib/server/api.ts';
import { fetchRows } from '../../../lib/server/fetch-all-rows.ts';
import { oneActivity } from '../api.ts';
import { type Page, searchResults } from '../lists-api.ts';
import { catalogueFilters, equalFilters, type SearchFilters, withPosition } from '../search.ts';
import { ActivityMap } from './activity-map.tsx';
import { CatalogueChips, ChosenFilters, useChosenFilters } from './catalogue-chips.tsx';
import { CatalogueEmpty } from './catalogue-empty.tsx';
import { collectiveName } from './filters.ts';
import { differenceText, mapEntries } from './map-entries.ts';
import classes from './map-view.module.css';
import { useDevicePosition, useNearMe } from './near-me.ts';
import { useResultsFocus } from './results-focus.ts';
import { isByDay, withDefaults } from './search-request.ts';
import { SearchStatus } from './search-status.tsx';

interface Props {
  /** The catalogue's, from the same parameters. */
  filters: SearchFilters;
  /** The activity to show first. */
  focusId: string | undefined;
  /** Renders a mark such as 'Vas'. Must be memoized: the rows are rendered again when it changes. */
  mark: (activity: Activity) => ReactNode;
  /** Shown with the results. */
  note: ReactNode;
  onSearch: (filters: SearchFilters) => void;
}

const PATH = '/mapa';

/** /mapa: the catalogue's results on a map and as a list, which is next to it, or on phones a sheet over it. */
export function MapView({ filters, focusId, mark, note, onSearch }: Props) {
  const sent = withDefaults(withPosition(filters, useDevicePosition()));
  // The catalogue's first page is known after a look at the list, and comes with the server-rendered page.
  const firstPage = useQueryClient().getQueryData(searchResults(sent).queryKey)?.pages[0];
  const found = useQuery(mapResults(sent, firstPage));
  const focused = useQuery({ ...oneActivity(focusId ?? ''), enabled: focusId !== undefined });
  const { data, isPlaceholderData } = found;
  const { results, screen } = useResultsFocus();
  const entries = useMemo(() => mapEntries(focused.data, data?.rows ?? []), [focused.data, data]);

  function search(q: string) {
    const next = catalogueFilters({ ...filters, q });
    if (!equalFilters(next, filters)) onSearch(next);
  }

  const near = useNearMe(filters, onSearch);
  const collective = collectiveName(filters, data?.rows);
  const chosen = useChosenFilters(PATH, filters, collective);
  const isReady = data !== undefined && !focused.isLoading;
  const { q, ...others } = filters;
  const hasMap = isReady && entries.length > 0;
  const head = (
    <>
      <SearchStatus isSearching={isPlaceholderData && firstPage === undefined} total={data?.total} />
      <Link to="/actividades" search={filters} className={`target link ${classes.asList}`}>
        <IconList size={20} aria-hidden />
        <span>Ver como lista</span>
      </Link>
    </>
  );
  return (
    <div ref={screen} className={classes.screen} data-map={hasMap || undefined}>
      <div className={classes.tools}>
        <div className={`row ${classes.toolRow}`}>
          <div className={classes.title}>
            <PageHeading title="Mapa de actividades" />
          </div>
          <div className={classes.search}>
            <SearchBox
              label="Buscar en el mapa"
              placeholder="Siembra, río, parque…"
              words={q ?? ''}
              maxLength={SEARCH_MAX}
              form={{ path: PATH, name: 'q', others }}
              onSearch={search}
              isLabelHidden
            />
          </div>
          <CatalogueChips
            path={PATH}
            filters={filters}
            onChoose={onSearch}
            near={near}
            chosenCount={chosen.length}
          />
        </div>
        <ChosenFilters
          path={PATH}
          filters={filters}
          onChoose={onSearch}
          near={near}
          collective={collective}
        />
      </div>
      <section ref={results} aria-label="Resultados" tabIndex={-1} className={classes.results}>
        {!hasMap && <div className={`bar ${classes.head}`}>{head}</div>}
        {!isReady && !found.isLoadingError && <LoadingStatus text="Cargando actividades..." />}
        {found.isLoadingError && <ErrorPanel error={found.error} retry={found.refetch} />}
        {isReady && entries.length === 0 && (
          <>
            <CatalogueEmpty path={PATH} filters={filters} sent={sent} onChoose={onSearch} />
            {note}
          </>
        )}
        {hasMap && (
          <ActivityMap
            activities={entries}
            focused={focused.data}
            mark={mark}
            isByDay={isByDay(sent)}
            difference={isPlaceholderData ? '' : differenceText(data.total, entries)}
            head={head}
            note={note}
          />
        )}
      </section>
    </div>
  );
}

/**
 * The results of a search for the map: the first 500, with the count of all. Of each series the next occurrence, as in the
 * catalogue. `firstPage` is shown meanwhile.
 */
const mapResults = (filters: SearchFilters, firstPage: Page | undefined) =>
  queryOptions({
    queryKey: [...activitiesKey, 'map', filters],
    queryFn: ({ signal }) =>
      fetchRows(paging =>
        callList(searchActivities, { query: { ...filters, ...paging, series: 'next' }, signal }),
      ),
    placeholderData: firstPage ?? keepPreviousData,
  });
