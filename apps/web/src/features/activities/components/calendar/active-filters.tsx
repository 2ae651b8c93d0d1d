import { categoryNames } from '@minga/contract/category-names';
import { Link } from '@tanstack/react-router';
import linkClasses from '../../../../components/text-link.module.css';
import type { CalendarSearch } from '../../calendar-search.ts';
import classes from './active-filters.module.css';

/** The filters of the address besides the words, and a link without them. Renders nothing without any. */
export function ActiveFilters({ search }: { search: CalendarSearch }) {
  const { mes, q, categoria, etiqueta, cupos, cerca, colectivo } = search;
  const names = [
    categoria && categoryNames[categoria],
    etiqueta && `#${etiqueta}`,
    cupos && 'con cupos',
    cerca && 'cerca de un punto',
    colectivo && 'de un colectivo',
  ].filter(Boolean);
  if (names.length === 0) return null;
  return (
    <p className={classes.filters}>
      <span>{`Solo: ${names.join(' · ')}`}</span>
      <Link to="/calendario" search={{ mes, q }} resetScroll={false} className={linkClasses.link}>
        Quitar los filtros
      </Link>
    </p>
  );
}
