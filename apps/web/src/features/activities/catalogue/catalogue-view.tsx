import { ActionIcon, Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { Activity } from '@minga/contract/activities';
import { SEARCH_MAX } from '@minga/contract/search-values';
import { IconDots, IconMap2 } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useId, useRef } from 'react';
import { FeedsButton } from '../../../components/feeds-button.tsx';
import { SearchBox } from '../../../components/form/search-box.tsx';
import { ErrorPanel } from '../../../components/page/error-panel.tsx';
import { PageHeading } from '../../../components/page/page-heading.tsx';
import { hasMapGround } from '../../../lib/map-ground.ts';
import { isDataLimited } from '../../../lib/saved-data.ts';
import { RowSkeletons } from '../activity-row.tsx';
import { searchResults } from '../lists-api.ts';
import type { SearchStep } from '../own/search-view.tsx';
import { catalogueFilters, equalFilters, type SearchFilters, searchUrl, withPosition } from '../search.ts';
import { ActivityList, useActiveRow } from './activity-list.tsx';
import classes from './catalogue.module.css';
import { CatalogueChips, ChosenFilters, useChosenFilters } from './catalogue-chips.tsx';
import { CatalogueEmpty } from './catalogue-empty.tsx';
import { collectiveName, hasChosen } from './filters.ts';
import { useDevicePosition, useNearMe } from './near-me.ts';
import { useResultsFocus } from './results-focus.ts';
import { isByDay, withDefaults } from './search-request.ts';
import { SearchStatus } from './search-status.tsx';

interface Props {
  /** The URL's filters; upcoming activities without a date. */
  filters: SearchFilters;
  onSearch: (filters: SearchFilters, step: Pick<SearchStep, 'replace'>) => void;
  /** Renders a mark such as 'Vas'. Must be memoized: the rows are rendered again when it changes. */
  mark: (activity: Activity) => ReactNode;
  /** The button that saves the shown search. */
  saveSearch: (filters: SearchFilters) => ReactNode;
}

// Only on wide screens.
const AgendaMap = lazy(() => import('./agenda-map.tsx').then(module => ({ default: module.AgendaMap })));

const PATH = '/actividades';
const RESULTS_ID = 'resultados';

/** /actividades: the public catalogue, as an agenda. */
export function CatalogueView({ filters, onSearch, mark, saveSearch }: Props) {
  const sent = withPosition(filters, useDevicePosition());
  const request = withDefaults(sent);
  const list = useInfiniteQuery(searchResults(request));
  const { data, isPlaceholderData } = list;
  const total = data?.total;
  const hasMap = useWideMap();
  const active = useActiveRow();
  const lastTyped = useRef<SearchFilters>(null);

  function search(q: string) {
    const next = catalogueFilters({ ...filters, q });
    if (equalFilters(next, filters)) return;
    // Consecutive typed searches share one history entry; a choice made before, such as 'Pasadas', has its own.
    const replace = lastTyped.current !== null && equalFilters(lastTyped.current, filters);
    lastTyped.current = next;
    onSearch(next, { replace });
  }

  const choose = (next: SearchFilters) => onSearch(next, { replace: false });
  const { results, screen } = useResultsFocus();
  const near = useNearMe(filters, choose);
  const collective = collectiveName(filters, data?.rows);
  const chosen = useChosenFilters(PATH, filters, collective);
  const { q, ...others } = filters;
  const isFiltered = q !== undefined || hasChosen(filters);
  return (
    <div ref={screen} className={classes.agenda}>
      <div className={classes.head}>
        <div className={classes.screenTitle}>
          <PageHeading title="Agenda" />
        </div>
        <div className={classes.search}>
          <SearchBox
            label="Buscar actividades"
            placeholder="Siembra, río, parque…"
            words={q ?? ''}
            maxLength={SEARCH_MAX}
            form={{ path: PATH, name: 'q', others }}
            onSearch={search}
            isLabelHidden
          />
          <a href={`#${RESULTS_ID}`} className={classes.skip}>
            Saltar a los resultados
          </a>
        </div>
        <MapButton filters={filters} />
        <CatalogueTools>
          <CalendarLink filters={filters} />
          <FeedsButton
            urlOf={extension => searchUrl(`/actividades.${extension}`, withPosition(filters, null))}
            embedUrl={searchUrl('/incrustar', { q: filters.q, categoria: filters.categoria })}
          />
        </CatalogueTools>
        <CatalogueChips
          path={PATH}
          filters={filters}
          onChoose={choose}
          near={near}
          chosenCount={chosen.length}
        />
      </div>
      <ChosenFilters
        path={PATH}
        filters={filters}
        onChoose={choose}
        near={near}
        collective={collective}
        total={total}
      />
      <div className={isFiltered ? `bar ${classes.status}` : 'unseen'}>
        <SearchStatus isSearching={isPlaceholderData} total={total} />
        {isFiltered && saveSearch(sent)}
      </div>
      <div className={classes.body}>
        <section
          ref={results}
          id={RESULTS_ID}
          aria-label="Resultados"
          tabIndex={-1}
          className={classes.results}
        >
          {list.isPending && <RowSkeletons text="Cargando actividades..." />}
          {list.isLoadingError && <ErrorPanel error={list.error} retry={list.refetch} />}
          {total === 0 && isPlaceholderData && <RowSkeletons />}
          {total === 0 && !isPlaceholderData && (
            <CatalogueEmpty path={PATH} filters={filters} sent={sent} onChoose={choose} />
          )}
          <ActivityList
            list={list}
            isByDay={isByDay(request)}
            mark={mark}
            isUrgent
            active={hasMap ? active : undefined}
          />
        </section>
        {hasMap && data !== undefined && (
          <Suspense>
            <AgendaMap activities={data.rows} active={active} />
          </Suspense>
        )}
      </div>
    </div>
  );
}

const WIDE = '(min-width: 62em)';

/** Whether a map stands next to the rows: it has a ground, there is room for it, and data are not limited. */
function useWideMap(): boolean {
  const isWide = useMediaQuery(WIDE, false);
  return isWide && hasMapGround() && !isDataLimited();
}

/** Links other than the filters, in a native popover, which needs no JavaScript. */
function CatalogueTools({ children }: { children: ReactNode }) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const router = useRouter();
  // Its links stay on this page.
  useEffect(
    () => router.subscribe('onBeforeNavigate', () => void panel.current?.togglePopover?.(false)),
    [router],
  );
  return (
    <>
      <ActionIcon
        variant="default"
        aria-label="Más"
        className={`${classes.square} ${classes.opener}`}
        popoverTarget={id}
      >
        <IconDots size={22} aria-hidden />
      </ActionIcon>
      <div id={id} ref={panel} popover="auto" className={classes.tools}>
        {children}
      </div>
    </>
  );
}

/** Leads from the catalogue to the map with the same filters. */
const MapButton = ({ filters }: { filters: SearchFilters }) => (
  <ActionIcon
    variant="default"
    aria-label="Ver en el mapa"
    className={`needs-ground ${classes.square}`}
    renderRoot={props => <Link to="/mapa" search={filters} {...props} />}
  >
    <IconMap2 size={22} aria-hidden />
  </ActionIcon>
);

/** From the catalogue to the calendar with the same filters; without the time, which the month decides, and the user's place. */
const CalendarLink = ({ filters }: { filters: SearchFilters }) => {
  const { q, categoria, etiqueta, cupos, accesible, colectivo } = filters;
  return (
    <Button
      variant="default"
      renderRoot={props => (
        <Link to="/calendario" search={{ q, categoria, etiqueta, cupos, accesible, colectivo }} {...props} />
      )}
    >
      Calendario
    </Button>
  );
};
