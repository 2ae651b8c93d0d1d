import type { ReactNode } from 'react';
import { type SearchFilters, searchUrl } from '../search-filters.ts';
import classes from './catalogue-filters.module.css';

interface Props {
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
}: Props) => (
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
