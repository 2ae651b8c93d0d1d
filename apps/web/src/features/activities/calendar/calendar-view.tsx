import { Button, Skeleton } from '@mantine/core';
import { accessibilityNames, knownAccessibility } from '@minga/contract/accessibility';
import { categoryNames } from '@minga/contract/category-names';
import { SEARCH_MAX } from '@minga/contract/search-values';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode, Ref } from 'react';
import { FeedsButton } from '../../../components/feeds-button.tsx';
import { SearchBox } from '../../../components/form/search-box.tsx';
import { EmptyState } from '../../../components/page/empty-state.tsx';
import { ErrorPanel } from '../../../components/page/error-panel.tsx';
import { PageHeading } from '../../../components/page/page-heading.tsx';
import { siteDay, siteTimeZone } from '../../../lib/dates/dates.ts';
import { useNow } from '../../../lib/dates/now.ts';
import { counted } from '../../../lib/digits.ts';
import { DOT } from '../../../lib/dot.ts';
import { useResultsFocus } from '../catalogue/results-focus.ts';
import { type CalendarSearch, filtersOf, isFiltered, searchUrl } from '../search.ts';
import classes from './calendar.module.css';
import { type FoundByDay, MonthAgenda, type MonthParts, MonthTable } from './month.tsx';
import { monthActivities } from './month-api.ts';
import { entriesByDay, monthName, monthOf, shiftMonth, weeksOf } from './month-grid.ts';

interface Props {
  search: CalendarSearch;
  onSearch: (search: CalendarSearch) => void;
  /** Renders a mark such as 'Vas'. */
  mark: MonthParts['mark'];
}

/** /calendario: a month of what is public, as a table; on phones with counts, and a list of its days below. */
export function CalendarView({ search, mark, onSearch }: Props) {
  const today = useNow(moment => siteDay(moment));
  const month = search.mes ?? monthOf(today);
  const filters = filtersOf(search);
  const { data, error, isLoadingError, refetch } = useQuery(monthActivities(month, filters));
  const weeks = weeksOf(month);
  const found = data && entriesByDay(data.entries, weeks.flat(), siteTimeZone);
  const { mes, q, categoria, etiqueta, cupos, accesible, colectivo } = search;
  const parts = { month, today, filters, mark };
  const { results, screen } = useResultsFocus<HTMLParagraphElement>();
  return (
    <>
      <PageHeading title="Calendario" windowTitle={`Calendario de ${monthName(month)}`} />
      <div className={classes.search}>
        <SearchBox
          label="Buscar en el calendario"
          placeholder="Siembra, río, parque…"
          words={q ?? ''}
          maxLength={SEARCH_MAX}
          form={{
            path: '/calendario',
            name: 'q',
            others: { mes, categoria, etiqueta, cupos, accesible, colectivo },
          }}
          onSearch={words => onSearch({ ...search, q: words === '' ? undefined : words })}
        />
      </div>
      <div ref={screen}>
        <ActiveFilters search={search} />
        <div className={`cluster ${classes.tools}`}>
          <MonthNavigation {...parts} />
          <FeedsButton
            urlOf={extension => searchUrl(`/actividades.${extension}`, filters)}
            embedUrl={searchUrl('/incrustar', { q, categoria, colectivo })}
          />
        </div>
        <MonthStatus ref={results} found={found} month={month} isCut={data?.isCut ?? false} />
        {isLoadingError && <ErrorPanel error={error} retry={refetch} />}
        {!data && !isLoadingError && <CalendarSkeleton weeks={weeks.length} />}
        {found && (
          <>
            <MonthTable {...parts} weeks={weeks} found={found} />
            <MonthAgenda {...parts} days={weeks.flat()} found={found} />
            {![...found.keys()].some(day => monthOf(day) === month) && (
              <CalendarEmpty {...parts} next={data.next} />
            )}
          </>
        )}
      </div>
    </>
  );
}

/** The months before and after, and the current one, as links. */
function MonthNavigation({ month, today, filters }: Omit<MonthParts, 'mark'>) {
  const previous = shiftMonth(month, -1);
  const next = shiftMonth(month, 1);
  const isCurrent = month === monthOf(today);
  return (
    <nav aria-label="Meses" className={`cluster ${classes.months}`}>
      {previous !== null && (
        <MonthLink search={{ ...filters, mes: previous }} label={`Anterior: ${monthName(previous)}`}>
          <IconChevronLeft size={20} aria-hidden />
          <span className={classes.word}>Anterior</span>
        </MonthLink>
      )}
      <MonthLink search={{ ...filters, mes: undefined }} isCurrent={isCurrent}>
        Hoy
      </MonthLink>
      {next !== null && (
        <MonthLink search={{ ...filters, mes: next }} label={`Siguiente: ${monthName(next)}`}>
          <span className={classes.word}>Siguiente</span>
          <IconChevronRight size={20} aria-hidden />
        </MonthLink>
      )}
    </nav>
  );
}

interface LinkProps {
  search: MonthParts['filters'] & { mes: string | undefined };
  label?: string;
  isCurrent?: boolean;
  children: ReactNode;
}

/** Crawlers need not follow: there are 2,400 months. */
const MonthLink = ({ search, label, isCurrent = false, children }: LinkProps) => (
  <Button
    variant={isCurrent ? 'light' : 'default'}
    aria-label={label}
    rel="nofollow"
    renderRoot={props => (
      <Link
        to="/calendario"
        search={search}
        resetScroll={false}
        activeOptions={{ exact: true }}
        preload={false}
        {...props}
      />
    )}
  >
    {children}
  </Button>
);

/** The filters of the address besides the words, and a link without them. Renders nothing without any. */
function ActiveFilters({ search }: { search: CalendarSearch }) {
  const { mes, q, categoria, etiqueta, cupos, accesible, cerca, colectivo } = search;
  const names = [
    categoria && categoryNames[categoria],
    etiqueta && `#${etiqueta}`,
    cupos && 'con cupos',
    ...knownAccessibility(accesible?.split(',') ?? []).map(name => accessibilityNames[name].toLowerCase()),
    cerca && 'cerca de un punto',
    colectivo && 'de un colectivo',
  ].filter(Boolean);
  if (names.length === 0) return null;
  return (
    <p className={`cluster ${classes.filters}`}>
      <span>{`Solo: ${names.join(DOT)}`}</span>
      <Link to="/calendario" search={{ mes, q }} resetScroll={false} className="target link">
        Quitar los filtros
      </Link>
    </p>
  );
}

interface MonthStatusProps {
  ref: Ref<HTMLParagraphElement>;
  /** Undefined while it loads. */
  found: FoundByDay | undefined;
  month: string;
  isCut: boolean;
}

/** Announces the month and how much it has. */
function MonthStatus({ ref, found, month, isCut }: MonthStatusProps) {
  const ids = [...(found ?? [])]
    .filter(([day]) => monthOf(day) === month)
    .flatMap(([, entries]) => entries.map(({ entry }) => entry._id));
  return (
    <p ref={ref} role="status" tabIndex={-1} className={classes.status}>
      {found === undefined
        ? 'Cargando el calendario...'
        : `${countOf(new Set(ids).size, isCut)} en ${monthName(month)}${isCut ? ': son muchas, y no caben todas aquí' : ''}`}
    </p>
  );
}

function countOf(count: number, isCut: boolean): string {
  if (count === 0) return 'Ninguna actividad';
  return `${isCut ? 'Más de ' : ''}${counted(count, 'actividad', 'actividades')}`;
}

/** A placeholder as high as the month's table. */
const CalendarSkeleton = ({ weeks }: { weeks: number }) => (
  <div className={classes.weeks} aria-hidden="true">
    {Array.from({ length: weeks }, (_, index) => `week-${index}`).map(week => (
      <Skeleton key={week} className={classes.week} height="auto" />
    ))}
  </div>
);

interface CalendarEmptyProps extends Pick<MonthParts, 'month' | 'filters'> {
  /** The next month that has something. */
  next: string | null;
}

/** A month without activities leads to the next one that has some, or to the first to be published. */
function CalendarEmpty({ month, filters, next }: CalendarEmptyProps) {
  const hasFilters = isFiltered(filters);
  return (
    <EmptyState
      drawing={hasFilters ? 'search' : 'seedling'}
      title={`No hay actividades en ${monthName(month)}`}
      text={textOf(hasFilters, next)}
    >
      {next !== null && (
        <Button
          renderRoot={props => (
            <Link to="/calendario" search={{ ...filters, mes: next }} resetScroll={false} {...props} />
          )}
        >
          {`Ir a ${monthName(next)}`}
        </Button>
      )}
      {next === null && hasFilters && (
        <Button
          variant="default"
          renderRoot={props => (
            <Link to="/calendario" search={{ mes: month }} resetScroll={false} {...props} />
          )}
        >
          Ver todo el mes
        </Button>
      )}
      {next === null && !hasFilters && (
        <Button renderRoot={props => <Link to="/add-task" {...props} />}>Publicar una actividad</Button>
      )}
    </EmptyState>
  );
}

function textOf(hasFilters: boolean, next: string | null): string {
  if (next !== null) return `Lo siguiente${hasFilters ? ' de lo que buscas' : ''} es en ${monthName(next)}.`;
  if (hasFilters) return 'Prueba con otra palabra, o mira todo el mes.';
  return 'La próxima puede ser la tuya: publicarla toma un minuto.';
}
