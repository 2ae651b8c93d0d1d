import { categoryNames } from '@minga/contract/category-names';
import { RADIUS_DEFAULT_KM } from '@minga/contract/search-filters';
import { categories } from '@minga/contract/topics';
import { IconCurrentLocation } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { siteDay } from '../../../lib/dates/dates.ts';
import { useNow } from '../../../lib/dates/now.ts';
import type { NearMe } from '../near-me.ts';
import { type SearchFilters, searchUrl } from '../search.ts';
import classes from './catalogue.module.css';
import { anywhere, chosenFilters, dayRanges, hasChosen, isRange, withoutFilters } from './filters.ts';

interface Props {
  path: '/actividades' | '/mapa';
  filters: SearchFilters;
  onChoose: (filters: SearchFilters) => void;
  /** The name of the collective in the filters, if it is known. */
  collective: string | undefined;
  near: NearMe;
}

const RADII_KM = [5, 20, 50, 100];

/**
 * The filters of the catalogue and of the map as chips. All but 'Cerca de mí' are links, which need no JavaScript. On the map the button
 * of that name moves the map: the filter comes from the catalogue.
 */
export function CatalogueFilters({ path, filters, onChoose, collective, near }: Props) {
  const today = useNow(moment => siteDay(moment));
  const { cupos, cerca } = filters;
  const hasNearChip = path === '/actividades';
  const chosen = chosenFilters(filters, { today, collective, hasNearChip });
  const isAround = near.isOn || cerca?.includes(',');
  const link = { path, onChoose };
  const rows = useRef<HTMLDivElement>(null);
  // On a phone a chip of the address may be outside the visible part of the row.
  useEffect(() => {
    const current = rows.current?.querySelector<HTMLElement>('[aria-current]:not([data-kept])');
    if (rows.current && current)
      rows.current.scrollLeft = current.offsetLeft + (current.offsetWidth - rows.current.clientWidth) / 2;
  }, []);
  return (
    <div className={classes.filters}>
      <div ref={rows} className={classes.rows}>
        <nav aria-label="Filtros" className={classes.row}>
          {hasNearChip && (
            <button
              type="button"
              className={classes.chip}
              aria-pressed={near.isOn}
              aria-busy={near.isLocating || undefined}
              onClick={() => void near.press()}
            >
              <IconCurrentLocation size={18} aria-hidden />
              Cerca de mí
            </button>
          )}
          {isAround && <RadiusSelect filters={filters} onChoose={onChoose} />}
          {dayRanges.map(({ name, daysFrom }) => {
            const days = daysFrom(today);
            const isOn = isRange(filters, days);
            const next = isOn ? { desde: undefined, hasta: undefined } : days;
            return (
              <FilterLink key={name} filters={{ ...filters, ...next }} isOn={isOn} {...link}>
                {name}
              </FilterLink>
            );
          })}
          <FilterLink
            filters={{ ...filters, cupos: cupos === undefined ? 'libres' : undefined }}
            isOn={cupos !== undefined}
            {...link}
          >
            Con cupos
          </FilterLink>
        </nav>
        <CategoryRow filters={filters} {...link} />
      </div>
      <p role="status" className={classes.hint}>
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
      {hasChosen(filters) && (
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
    </div>
  );
}

function CategoryRow({ filters, ...link }: Pick<Props, 'path' | 'filters' | 'onChoose'>) {
  return (
    <nav aria-label="Categorías" className={classes.row}>
      <FilterLink
        filters={{ ...filters, categoria: undefined }}
        isOn={filters.categoria === undefined}
        isKept
        {...link}
      >
        Todas
      </FilterLink>
      {categories.map(category => {
        const isOn = filters.categoria === category;
        return (
          <FilterLink
            key={category}
            filters={{ ...filters, categoria: isOn ? undefined : category }}
            isOn={isOn}
            {...link}
          >
            {categoryNames[category]}
          </FilterLink>
        );
      })}
    </nav>
  );
}

function RadiusSelect({ filters, onChoose }: Pick<Props, 'filters' | 'onChoose'>) {
  const current = Number(filters.radio ?? RADIUS_DEFAULT_KM);
  const radii = [...new Set([...RADII_KM, current])].sort((one, other) => one - other);
  return (
    <select
      aria-label="Distancia"
      className={classes.radius}
      value={current}
      onChange={({ currentTarget: { value } }) =>
        onChoose({ ...filters, radio: Number(value) === RADIUS_DEFAULT_KM ? undefined : value })
      }
    >
      {radii.map(km => (
        <option key={km} value={km}>{`Hasta ${km} km`}</option>
      ))}
    </select>
  );
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
