import { Button, NativeSelect, Skeleton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import type { Activity } from '@minga/contract/activities';
import { categoryNames } from '@minga/contract/category-names';
import { SEARCH_MAX } from '@minga/contract/search-values';
import { categories } from '@minga/contract/topics';
import { IconAdjustmentsHorizontal, IconChevronDown, IconMapPin, IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useId, useRef, useState } from 'react';
import { SEARCH_DEBOUNCE_MS } from '../../../components/form/search-box.tsx';
import { Switch } from '../../../components/form/switch.tsx';
import { CardSkeletons } from '../../../components/page/card-skeleton.tsx';
import { EmptyState } from '../../../components/page/empty-state.tsx';
import { ErrorPanel } from '../../../components/page/error-panel.tsx';
import { PageHeading } from '../../../components/page/page-heading.tsx';
import { siteDay } from '../../../lib/dates/dates.ts';
import { now } from '../../../lib/dates/now.ts';
import { PagedGrid } from '../activity-grid.tsx';
import { useScrollToResults } from '../catalogue/results-focus.ts';
import { isRanked } from '../catalogue/search-request.ts';
import { SearchStatus } from '../catalogue/search-status.tsx';
import { searchResults } from '../lists-api.ts';
import { equalFilters, hasFilters, parseFilters, type SearchFilters } from '../search.ts';
import classes from './own-activities.module.css';

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
        <SearchStatus isSearching={isSearching} total={total} isRanked={isRanked(filters)} />
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

interface SearchFormProps {
  filters: SearchFilters;
  onSearch: (filters: SearchFilters, step: SearchStep) => void;
}

const DATE_OPTIONS = [
  { value: '', label: 'Todas las fechas' },
  { value: 'proximas', label: 'Próximas' },
  { value: 'pasadas', label: 'Pasadas' },
];
const STATUS_OPTIONS = [
  { value: '', label: 'Todos los estados' },
  { value: 'promocionadas', label: 'Promocionadas' },
];

const CATEGORY_OPTIONS = [
  { value: '', label: 'Todas las categorías' },
  ...categories.map(category => ({ value: category, label: categoryNames[category] })),
];

const sectionIcon = { size: 20, 'aria-hidden': true } as const;
const textInputProps = { maxLength: SEARCH_MAX, autoComplete: 'off', enterKeyHint: 'search' } as const;

/**
 * The filters of /tasks/buscar (docs/rules.md R3.11, search). On a phone all filters except the words are collapsed behind
 * a button with their count, so that the first results are visible above the on-screen keyboard.
 */
function SearchForm({ filters, onSearch }: SearchFormProps) {
  const { draft, change, searchNow } = useSearchDraft(filters, onSearch);
  const [isOpen, setIsOpen] = useState(false);
  const filtersId = useId();
  const { q, ...others } = draft;
  const activeCount = Object.values(others).filter(value => value.trim() !== '').length;
  return (
    <search>
      <form
        className={classes.form}
        data-open={isOpen}
        onSubmit={event => {
          event.preventDefault();
          searchNow();
        }}
      >
        <TextInput
          className={classes.keywords}
          label="Palabra clave"
          placeholder="Siembra, río, taller…"
          type="search"
          {...textInputProps}
          leftSection={<IconSearch {...sectionIcon} />}
          value={q}
          onChange={event => change({ q: event.currentTarget.value }, 'typed')}
        />
        <Button
          variant="default"
          className={classes.toggle}
          aria-expanded={isOpen}
          aria-controls={filtersId}
          leftSection={<IconAdjustmentsHorizontal {...sectionIcon} />}
          rightSection={<IconChevronDown size={18} aria-hidden className={classes.searchFormArrow} />}
          onClick={() => setIsOpen(!isOpen)}
        >
          {activeCount === 0 ? 'Filtros' : `Filtros (${activeCount})`}
        </Button>
        <div id={filtersId} className={classes.filters}>
          <TextInput
            className={classes.place}
            label="Lugar"
            placeholder="Barrio, vereda o parque"
            {...textInputProps}
            leftSection={<IconMapPin {...sectionIcon} />}
            value={draft.place}
            onChange={event => change({ place: event.currentTarget.value }, 'typed')}
          />
          <NativeSelect
            label="Fecha"
            size="md"
            data={DATE_OPTIONS}
            value={draft.date}
            onChange={event => change({ date: event.currentTarget.value }, 'chosen')}
          />
          <NativeSelect
            label="Estado"
            size="md"
            data={STATUS_OPTIONS}
            value={draft.estado}
            onChange={event => change({ estado: event.currentTarget.value }, 'chosen')}
          />
          <NativeSelect
            label="Categoría"
            size="md"
            data={CATEGORY_OPTIONS}
            value={draft.categoria}
            onChange={event => change({ categoria: event.currentTarget.value }, 'chosen')}
          />
          <DayRange desde={draft.desde} hasta={draft.hasta} onChange={days => change(days, 'chosen')} />
          <Switch
            label="Solo con cupos"
            isOn={draft.cupos !== ''}
            onChange={isOn => change({ cupos: isOn ? 'libres' : '' }, 'chosen')}
          />
        </div>
        <Button type="submit" leftSection={<IconSearch {...sectionIcon} />}>
          Buscar Actividades
        </Button>
      </form>
    </search>
  );
}

// The calendar's library loads after the screen.
const DayField = lazy(() =>
  import('../../../components/form/day-field.tsx').then(module => ({ default: module.DayField })),
);

interface Days {
  /** `2026-12-05`, or empty. */
  desde: string;
  hasta: string;
}

interface DayRangeProps extends Days {
  onChange: (days: Days) => void;
}

/** Two optional days. Choosing one after the other's end clears the other. */
function DayRange({ desde, hasta, onChange }: DayRangeProps) {
  const shared = { placeholder: 'Cualquier día', today: siteDay(now()) };
  return (
    <>
      <Suspense fallback={<Skeleton height="4.5rem" />}>
        <DayField
          {...shared}
          label="Desde"
          value={desde}
          onChange={day => onChange({ desde: day, hasta: day > hasta ? '' : hasta })}
        />
      </Suspense>
      <Suspense fallback={<Skeleton height="4.5rem" />}>
        <DayField
          {...shared}
          label="Hasta"
          value={hasta}
          onChange={day => onChange({ desde: day !== '' && desde > day ? '' : desde, hasta: day })}
        />
      </Suspense>
    </>
  );
}

const fields = ['q', 'place', 'date', 'estado', 'categoria', 'desde', 'hasta', 'cupos'] as const;

/** The values of the fields; '' means no filter. */
type SearchDraft = Record<(typeof fields)[number], string>;

/** `typed`: a text changed; `chosen`: an option was selected; `submitted`: the button or Enter was pressed. */
type Trigger = 'typed' | 'chosen' | 'submitted';

export interface SearchStep {
  /** Replaces the history entry of the previous search instead of adding one. */
  readonly replace: boolean;
  /** Submitted with the button or Enter, so the results should be scrolled into view. */
  readonly isExplicit: boolean;
}

/**
 * The draft values of the search fields. `filters` is the state of the URL. Searches 500 ms after the last change or when
 * submitted, and resets the draft when the filters change otherwise, for example with the back button.
 */
function useSearchDraft(
  filters: SearchFilters,
  onSearch: (filters: SearchFilters, step: SearchStep) => void,
) {
  const [draft, setDraft] = useState(() => draftOf(filters));
  const requested = useRef(filters);
  // Consecutive typed searches share one history entry.
  const isTyping = useRef(false);
  const pendingTrigger = useRef<Trigger>('typed');

  function search(next: SearchDraft, trigger: Trigger) {
    const replace = trigger !== 'chosen' && isTyping.current;
    isTyping.current = trigger === 'typed';
    pendingTrigger.current = 'typed';
    requested.current = parseFilters(next);
    onSearch(requested.current, { replace, isExplicit: trigger === 'submitted' });
  }
  const searchSoon = useDebouncedCallback(
    (next: SearchDraft) => search(next, pendingTrigger.current),
    SEARCH_DEBOUNCE_MS,
  );

  useEffect(() => {
    if (equalFilters(filters, requested.current)) return;
    searchSoon.cancel();
    requested.current = filters;
    isTyping.current = false;
    pendingTrigger.current = 'typed';
    setDraft(draftOf(filters));
  }, [filters, searchSoon]);

  function change(changes: Partial<SearchDraft>, trigger: Exclude<Trigger, 'submitted'>) {
    const next = { ...draft, ...changes };
    setDraft(next);
    if (trigger === 'chosen') pendingTrigger.current = trigger;
    searchSoon(next);
  }

  function searchNow(next: SearchDraft = draft) {
    searchSoon.cancel();
    setDraft(next);
    search(next, 'submitted');
  }

  return { draft, change, searchNow };
}

const draftOf = (filters: SearchFilters): SearchDraft =>
  Object.fromEntries(fields.map(field => [field, filters[field] ?? ''])) as SearchDraft;
