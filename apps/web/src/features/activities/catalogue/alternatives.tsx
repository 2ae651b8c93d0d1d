import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { siteDay } from '../../../lib/dates/dates.ts';
import { useNow } from '../../../lib/dates/now.ts';
import { searchCount } from '../model.ts';
import { HERE, type SearchFilters } from '../search.ts';
import classes from './catalogue.module.css';
import { FilterLink } from './catalogue-chips.tsx';
import { countEach } from './count-api.ts';
import { alternativesTo } from './filters.ts';

interface Props {
  path: '/actividades' | '/mapa';
  filters: SearchFilters;
  /** The filters with the position of the device. */
  sent: SearchFilters;
  onChoose: (filters: SearchFilters) => void;
}

const SHOWN = 4;

/** Alternatives to a search that found nothing, with counts. Renders nothing if that is nothing either. */
export function Alternatives({ path, filters, sent, onChoose }: Props) {
  const headingId = useId();
  const today = useNow(moment => siteDay(moment));
  const alternatives = alternativesTo(sent, today);
  const { data: counts = [] } = useQuery(countEach(alternatives.map(each => each.filters)));
  const found = alternatives
    .map((alternative, index) => ({ ...alternative, count: counts[index] ?? 0 }))
    .filter(({ count }) => count > 0)
    .slice(0, SHOWN);
  if (found.length === 0) return null;
  return (
    <nav aria-labelledby={headingId} className={classes.instead}>
      <h2 id={headingId} className={classes.title}>
        Sí hay
      </h2>
      <div className={`cluster ${classes.chosen}`}>
        {found.map(({ name, filters: next, count }) => (
          <FilterLink key={name} path={path} filters={inAddress(next, filters)} onChoose={onChoose}>
            {`${name} (${searchCount(count)})`}
          </FilterLink>
        ))}
      </div>
    </nav>
  );
}

/** The address never has the position of the device. */
const inAddress = (next: SearchFilters, { cerca }: SearchFilters): SearchFilters =>
  cerca === HERE && next.cerca !== undefined ? { ...next, cerca: HERE } : next;
