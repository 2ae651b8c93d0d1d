import { Button } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import { SEARCH_MAX } from '@minga/contract/search-filters';
import { IconChevronDown, IconMap2 } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { FeedsButton } from '../../../components/feeds-button.tsx';
import { SearchBox } from '../../../components/form/search-box.tsx';
import { CardSkeletons } from '../../../components/page/card-skeleton.tsx';
import { ErrorPanel } from '../../../components/page/error-panel.tsx';
import { PageHeading } from '../../../components/page/page-heading.tsx';
import { PagedGrid } from '../activity-grid.tsx';
import { searchResults } from '../lists-api.ts';
import { useDevicePosition, useNearMe } from '../near-me.ts';
import type { SearchStep } from '../own/search-view.tsx';
import {
  catalogueFilters,
  equalFilters,
  type SearchFilters,
  searchUrl,
  withDefaultDate,
  withPosition,
} from '../search.ts';
import classes from './catalogue.module.css';
import { CatalogueEmpty } from './catalogue-empty.tsx';
import { CatalogueFilters } from './catalogue-filters.tsx';
import { collectiveName } from './filters.ts';
import { useResultsFocus, useScrollToResults } from './results-focus.ts';
import { SearchStatus } from './search-status.tsx';

interface Props {
  /** The URL's filters; upcoming activities without a date. */
  filters: SearchFilters;
  onSearch: (filters: SearchFilters, step: Pick<SearchStep, 'replace'>) => void;
  /** Must be memoized: the cards are rendered again when it changes. */
  attendance: (activity: Activity) => ReactNode;
  /** The button that saves the shown search. */
  saveSearch: (filters: SearchFilters) => ReactNode;
}

const RESULTS_ID = 'resultados';
const PHONE = '(max-width: 48em)';

/** /actividades: the public catalogue. */
export function CatalogueView({ filters, onSearch, attendance, saveSearch }: Props) {
  const sent = withPosition(filters, useDevicePosition());
  const list = useInfiniteQuery(searchResults(withDefaultDate(sent)));
  const { data, isPlaceholderData } = list;
  const total = data?.total;
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
  const { ref, scrollWhenLoaded } = useScrollToResults(isPlaceholderData, filters);
  const near = useNearMe(filters, next => {
    // On a phone the nearest activity is below the screen, and nothing visible has changed.
    if (next.cerca !== undefined && matchMedia(PHONE).matches) scrollWhenLoaded(next, 'start');
    choose(next);
  });
  const { q, ...others } = filters;
  return (
    <>
      <PageHeading
        title="Actividades"
        lead={
          filters.date === 'pasadas'
            ? 'Las que ya se hicieron: mira cómo salieron.'
            : 'Mingas y encuentros de tu comunidad: elige y confirma que vas.'
        }
      />
      <div className={classes.search}>
        <SearchBox
          label="Buscar actividades"
          placeholder="Siembra, río, Cerro de la Eme…"
          words={q ?? ''}
          maxLength={SEARCH_MAX}
          form={{ path: '/actividades', name: 'q', others }}
          onSearch={search}
        />
        <a href={`#${RESULTS_ID}`} className={classes.skip}>
          Saltar a los resultados
        </a>
      </div>
      <div ref={screen}>
        <section ref={ref}>
          <CatalogueFilters
            path="/actividades"
            filters={filters}
            onChoose={choose}
            collective={collectiveName(filters, data?.rows)}
            near={near}
          />
        </section>
        <div className={`cluster ${classes.bar}`}>
          <SearchStatus isSearching={isPlaceholderData} total={total} />
          <MapLink filters={filters} />
          {saveSearch(sent)}
          <CatalogueTools>
            <nav aria-label="Fecha" className="cluster">
              <TimeLink filters={{ ...filters, date: undefined }} isCurrent={filters.date === undefined}>
                Próximas
              </TimeLink>
              <TimeLink filters={{ ...filters, date: 'pasadas' }} isCurrent={filters.date === 'pasadas'}>
                Pasadas
              </TimeLink>
              <CalendarLink filters={filters} />
            </nav>
            <FeedsButton
              urlOf={extension => searchUrl(`/actividades.${extension}`, withPosition(filters, null))}
              embedUrl={searchUrl('/incrustar', { q: filters.q, categoria: filters.categoria })}
            />
          </CatalogueTools>
        </div>
        <section
          ref={results}
          id={RESULTS_ID}
          aria-label="Resultados"
          tabIndex={-1}
          className={classes.results}
        >
          {list.isPending && <CardSkeletons text="Cargando actividades..." />}
          {list.isLoadingError && <ErrorPanel error={list.error} retry={list.refetch} />}
          {total === 0 && isPlaceholderData && <CardSkeletons />}
          {total === 0 && !isPlaceholderData && (
            <CatalogueEmpty path="/actividades" filters={filters} sent={sent} onChoose={choose} />
          )}
          <PagedGrid list={list} attendance={attendance} isUrgent />
        </section>
      </div>
    </>
  );
}

interface TimeLinkProps {
  filters: SearchFilters;
  isCurrent: boolean;
  children: string;
}

const TimeLink = ({ filters, isCurrent, children }: TimeLinkProps) => (
  <Button
    variant={isCurrent ? 'light' : 'default'}
    renderRoot={props => (
      <Link
        to="/actividades"
        search={filters}
        activeOptions={{ exact: true }}
        resetScroll={false}
        {...props}
      />
    )}
  >
    {children}
  </Button>
);

/** Links of the catalogue other than its filters: at a desk a row, on a phone a menu in a native popover, without JavaScript. */
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
      <Button
        variant="default"
        className={classes.opener}
        popoverTarget={id}
        rightSection={<IconChevronDown size={18} aria-hidden />}
      >
        Más
      </Button>
      <div id={id} ref={panel} popover="auto" className={classes.tools}>
        {children}
      </div>
    </>
  );
}

/** Leads from the catalogue to the map with the same filters. */
const MapLink = ({ filters }: { filters: SearchFilters }) => (
  <Button
    variant="default"
    leftSection={<IconMap2 size={20} aria-hidden />}
    renderRoot={props => <Link to="/mapa" search={filters} {...props} />}
  >
    Ver en el mapa
  </Button>
);

/** From the catalogue to the calendar with the same filters; without the time, which the month decides, and the user's place. */
const CalendarLink = ({ filters }: { filters: SearchFilters }) => {
  const { q, categoria, etiqueta, cupos, colectivo } = filters;
  return (
    <Button
      variant="default"
      renderRoot={props => (
        <Link to="/calendario" search={{ q, categoria, etiqueta, cupos, colectivo }} {...props} />
      )}
    >
      Calendario
    </Button>
  );
};
