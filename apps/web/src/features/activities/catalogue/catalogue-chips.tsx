import { IconAdjustmentsHorizontal, IconCurrentLocation } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useLazyDialog } from '../../../components/dialog/use-lazy-dialog.ts';
import { siteDay } from '../../../lib/dates/dates.ts';
import { useNow } from '../../../lib/dates/now.ts';
import { preload } from '../../../lib/errors/load-code.ts';
import { type SearchFilters, searchUrl } from '../search.ts';
import classes from './catalogue.module.css';
import { anyDay, anywhere, chosenFilters, dayRanges, rangeName, withoutFilters } from './filters.ts';
import type { NearMe } from './near-me.ts';
import { PlainFilters } from './plain-filters.tsx';
import { isRanked } from './search-request.ts';

const loadSheet = () => import('./filter-sheet.tsx');
const preloadSheet = preload(loadSheet);
const FilterSheet = lazy(() => loadSheet().then(module => ({ default: module.FilterSheet })));

interface Props {
  path: '/actividades' | '/mapa';
  filters: SearchFilters;
  onChoose: (filters: SearchFilters) => void;
  near: NearMe;
  /** The number of filters without a chip. */
  chosenCount: number;
}

/**
 * The filters that people use most as chips, and the button of the others' sheet. All but 'Cerca' and the sheet are links, which need no
 * JavaScript; without it a form replaces the sheet. On the map the button 'Cerca de mí' moves the map: the filter comes from the catalogue.
 */
export function CatalogueChips({ path, filters, onChoose, near, chosenCount }: Props) {
  const today = useNow(moment => siteDay(moment));
  const sheet = useLazyDialog(loadSheet);
  const link = { path, onChoose };
  const chips = useRef<HTMLElement>(null);
  const { desde, hasta, cerca } = filters;
  // On a narrow phone the chosen chip may be outside the visible part of the row.
  // biome-ignore lint/correctness/useExhaustiveDependencies: these filters are the chosen chip.
  useEffect(() => {
    const current = chips.current?.querySelector<HTMLElement>(
      '[aria-current]:not([data-kept]), [aria-pressed="true"]',
    );
    if (chips.current && current)
      chips.current.scrollLeft = current.offsetLeft + (current.offsetWidth - chips.current.clientWidth) / 2;
  }, [desde, hasta, cerca]);
  // One alone: on a Sunday 'Hoy' is also the weekend.
  const range = rangeName(filters, today);
  const isAll = range === undefined && filters.cerca === undefined;
  return (
    <>
      <nav ref={chips} aria-label="Filtros" className={classes.chips}>
        <FilterLink filters={anyDay(anywhere(filters))} isOn={isAll} isKept {...link}>
          Todo
        </FilterLink>
        {dayRanges.map(({ chip, name, daysFrom }) => {
          const isOn = name === range;
          const next = isOn ? anyDay(filters) : { ...filters, ...daysFrom(today) };
          return (
            <FilterLink key={chip} filters={{ ...next, date: undefined }} isOn={isOn} {...link}>
              {chip}
            </FilterLink>
          );
        })}
        {path === '/actividades' && (
          <button
            type="button"
            className={`${classes.chip} ${classes.near}`}
            aria-label="Cerca de mí"
            aria-pressed={near.isOn}
            aria-busy={near.isLocating || undefined}
            onClick={() => void near.press()}
          >
            <IconCurrentLocation size={18} aria-hidden />
            Cerca
          </button>
        )}
        <button
          type="button"
          className={`${classes.chip} ${classes.sheetOpener}`}
          aria-haspopup="dialog"
          data-chosen={chosenCount > 0 || undefined}
          onClick={sheet.open}
          onPointerEnter={preloadSheet}
          onFocus={preloadSheet}
        >
          <IconAdjustmentsHorizontal size={18} aria-hidden />
          <span>
            <span className={classes.filtersName}>Filtros</span>{' '}
            {chosenCount > 0 && <span>{`(${chosenCount})`}</span>}
          </span>
        </button>
      </nav>
      {sheet.isMounted && (
        <Suspense>
          <FilterSheet filters={filters} isOpen={sheet.isOpen} onClose={sheet.close} onChoose={onChoose} />
        </Suspense>
      )}
      <PlainFilters path={path} filters={filters} />
    </>
  );
}

interface ChosenProps extends Pick<Props, 'path' | 'filters' | 'onChoose' | 'near'> {
  /** The name of the collective in the filters, if it is known. */
  collective: string | undefined;
  /** The number of results; undefined while unknown, and on the map, whose points have no order. */
  total?: number | undefined;
}

/** The chosen filters without a chip, each removable, and notes about the order of words and what a search around a point leaves out. */
export function ChosenFilters({ path, filters, onChoose, near, collective, total = 0 }: ChosenProps) {
  const chosen = useChosenFilters(path, filters, collective);
  const link = { path, onChoose };
  const isAround = near.isOn || filters.cerca?.includes(',');
  return (
    <>
      <p role="status" className={classes.hint} data-needs-code={near.isMissing || undefined}>
        {near.text}
      </p>
      {isAround && (
        <p className={classes.hint}>
          Las actividades sin punto en el mapa no aparecen aquí.{' '}
          <FilterLink filters={anywhere(filters)} isPlain {...link}>
            Ver todas, sin importar dónde
          </FilterLink>
        </p>
      )}
      {isRanked(filters) && total > 1 && (
        <p className={classes.hint}>
          Primero, las que mejor coinciden.{' '}
          <FilterLink filters={{ ...filters, orden: 'fecha' }} isPlain {...link}>
            Ordenar por fecha
          </FilterLink>
        </p>
      )}
      {chosen.length > 0 && (
        <nav aria-label="Filtros puestos" className={`cluster ${classes.chosen}`}>
          {chosen.map(({ text, without }) => (
            <FilterLink key={text} filters={without} label={`Quitar: ${text}`} {...link}>
              {text}
            </FilterLink>
          ))}
          <FilterLink filters={withoutFilters(filters)} isPlain {...link}>
            Quitar los filtros
          </FilterLink>
        </nav>
      )}
    </>
  );
}

/** The filters of the address without a chip of their own. */
export function useChosenFilters(
  path: Props['path'],
  filters: SearchFilters,
  collective: string | undefined,
) {
  const today = useNow(moment => siteDay(moment));
  return chosenFilters(filters, { today, collective, hasNearChip: path === '/actividades' });
}

interface FilterLinkProps {
  /** The screen that applies the filters. */
  path: '/actividades' | '/mapa';
  filters: SearchFilters;
  onChoose: (filters: SearchFilters) => void;
  isOn?: boolean;
  /** Stays chosen when it is pressed again. */
  isKept?: boolean;
  /** Looks like a link instead of a chip. */
  isPlain?: boolean;
  label?: string;
  children: ReactNode;
}

/** A chip that leads to the list or the map with these filters. Lighter than the router's link: there are many of them. */
export const FilterLink = ({
  path,
  filters,
  onChoose,
  isOn = false,
  isKept = false,
  isPlain = false,
  label,
  children,
}: FilterLinkProps) => (
  <a
    href={searchUrl(path, filters)}
    className={isPlain ? classes.plain : classes.chip}
    aria-current={isOn || undefined}
    aria-label={label}
    data-kept={isKept || undefined}
    onClick={event => {
      const isModified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
      if (isModified) return;
      event.preventDefault();
      onChoose(filters);
    }}
  >
    {children}
  </a>
);
