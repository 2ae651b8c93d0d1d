import { Button } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useCallback } from 'react';
import { CardSkeletons } from '../../../components/card-skeleton.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { searchResults } from '../api/search-results.ts';
import { equalFilters, hasFilters, parseFilters, type SearchFilters } from '../search-filters.ts';
import { useScrollToResults } from '../use-scroll-to-results.ts';
import type { SearchStep } from '../use-search-draft.ts';
import { PagedGrid } from './paged-grid.tsx';
import { SearchForm } from './search-form.tsx';
import { SearchStatus } from './search-status.tsx';
import classes from './search-view.module.css';

interface Props {
  /** The URL's filters. */
  filters: SearchFilters;
  onSearch: (filters: SearchFilters, step: Pick<SearchStep, 'replace'>) => void;
  /** Must be memoized: the cards are rendered again when it changes. */
  attendance: (activity: Activity) => ReactNode;
  /** The controls of an activity that the user manages; a stable function, too. */
  controls: (activity: Activity, refetchSearch: () => void) => ReactNode;
}

/** /tasks/buscar: searches public and own activities by words, place, date and promotion. */
export function SearchView({ filters, onSearch, attendance, controls }: Props) {
  const list = useInfiniteQuery(searchResults(filters));
  const isSearching = list.isFetching && !list.isFetchingNextPage;
  const { ref, scrollWhenLoaded } = useScrollToResults(isSearching, filters);
  const total = list.data?.total;
  const isEmpty = total === 0 && !list.isPlaceholderData;

  function search(next: SearchFilters, { replace, isExplicit }: SearchStep) {
    scrollWhenLoaded(next, isExplicit ? 'start' : 'nearest');
    if (!equalFilters(next, filters)) onSearch(next, { replace });
    else if (isExplicit) void list.refetch();
  }

  function clearFilters() {
    search(parseFilters({}), { replace: false, isExplicit: true });
    // The focused button is unmounted with the empty state.
    ref.current?.focus({ preventScroll: true });
  }

  const { refetch } = list;
  const managed = useCallback(
    (activity: Activity) => activity.canManage && controls(activity, () => void refetch()),
    [controls, refetch],
  );
  const othersAttendance = useCallback(
    (activity: Activity) => !activity.isOwner && attendance(activity),
    [attendance],
  );

  return (
    <>
      <PageHeading title="Buscar Actividades" lead="Entre lo que viene y lo que ya pasó, también lo tuyo." />
      <SearchForm filters={filters} onSearch={search} />
      <section ref={ref} aria-label="Resultados" tabIndex={-1} className={classes.results}>
        <SearchStatus isSearching={isSearching} total={total} />
        {(list.isPending || (total === 0 && list.isPlaceholderData)) && <CardSkeletons />}
        {list.isLoadingError && <ErrorPanel error={list.error} retry={list.refetch} />}
        <div role="status" className={classes.empty}>
          {isEmpty && (
            <EmptyState
              drawing="search"
              title="No se encontraron actividades"
              text={
                hasFilters(filters)
                  ? 'Ajusta los filtros: prueba con una sola palabra, otro lugar u otra fecha.'
                  : 'Todavía no hay actividades publicadas. La primera puede ser la tuya.'
              }
            >
              {hasFilters(filters) ? (
                <Button variant="default" onClick={clearFilters}>
                  Quitar los filtros
                </Button>
              ) : (
                <Button renderRoot={props => <Link to="/add-task" {...props} />}>Crear Actividad</Button>
              )}
            </EmptyState>
          )}
        </div>
        <PagedGrid list={list} attendance={othersAttendance} controls={managed} isUrgent />
      </section>
    </>
  );
}
