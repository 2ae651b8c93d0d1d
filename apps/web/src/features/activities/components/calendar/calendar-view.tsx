import { SEARCH_MAX } from '@minga/contract/activities';
import { useQuery } from '@tanstack/react-query';
import { ErrorPanel } from '../../../../components/error-panel.tsx';
import { FeedsButton } from '../../../../components/feeds-button.tsx';
import { PageHeading } from '../../../../components/page-heading.tsx';
import { SearchBox } from '../../../../components/search-box.tsx';
import { siteDay } from '../../../../lib/dates.ts';
import { useNow } from '../../../../lib/now.ts';
import { siteTimeZone } from '../../../../lib/time-zone.ts';
import { monthActivities } from '../../api/month-activities.ts';
import { type CalendarSearch, filtersOf } from '../../calendar-search.ts';
import { entriesByDay, monthName, monthOf, weeksOf } from '../../month-grid.ts';
import { searchUrl } from '../../search-filters.ts';
import { useResultsFocus } from '../../use-results-focus.ts';
import { ActiveFilters } from './active-filters.tsx';
import { CalendarEmpty } from './calendar-empty.tsx';
import { CalendarSkeleton } from './calendar-skeleton.tsx';
import classes from './calendar-view.module.css';
import { MonthAgenda } from './month-agenda.tsx';
import { MonthNavigation } from './month-navigation.tsx';
import { MonthStatus } from './month-status.tsx';
import { MonthTable } from './month-table.tsx';

interface Props {
  search: CalendarSearch;
  onSearch: (search: CalendarSearch) => void;
}

/** /calendario: a month of what is public, as a table; on phones with counts, and a list of its days below. */
export function CalendarView({ search, onSearch }: Props) {
  const today = useNow(moment => siteDay(moment));
  const month = search.mes ?? monthOf(today);
  const filters = filtersOf(search);
  const { data, error, isLoadingError, refetch } = useQuery(monthActivities(month, filters));
  const weeks = weeksOf(month);
  const found = data && entriesByDay(data.entries, weeks.flat(), siteTimeZone);
  const { mes, q, categoria, etiqueta, cupos, colectivo } = search;
  const parts = { month, today, filters };
  const { results, screen } = useResultsFocus<HTMLParagraphElement>();
  return (
    <>
      <PageHeading
        title="Calendario"
        windowTitle={`Calendario de ${monthName(month)}`}
        lead="Lo que organiza la gente de tu comunidad, mes a mes."
      />
      <div className={classes.search}>
        <SearchBox
          label="Buscar en el calendario"
          placeholder="Siembra, río, Cerro de la Eme…"
          words={q ?? ''}
          maxLength={SEARCH_MAX}
          form={{ path: '/calendario', name: 'q', others: { mes, categoria, etiqueta, cupos, colectivo } }}
          onSearch={words => onSearch({ ...search, q: words === '' ? undefined : words })}
        />
      </div>
      <div ref={screen}>
        <ActiveFilters search={search} />
        <div className={classes.tools}>
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
