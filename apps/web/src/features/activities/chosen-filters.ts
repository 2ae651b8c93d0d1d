import type { Activity } from '@minga/contract/activities';
import { RADIUS_DEFAULT_KM } from '@minga/contract/search-filters';
import { rangeName } from './day-ranges.ts';
import { daysText } from './filter-words.ts';
import { HERE, type SearchFilters } from './search-filters.ts';

/** The catalogue without its filters: the words and the time stay. */
export const withoutFilters = ({ q, date }: SearchFilters): SearchFilters => ({ q, date });

/** Whether the catalogue has a filter other than the words and the time. */
export const hasChosen = ({ q, date, ...others }: SearchFilters): boolean =>
  Object.values(others).some(value => value !== undefined);

/** The name of the address's collective, which all results are of; undefined without results. */
export function collectiveName(
  { colectivo }: SearchFilters,
  [result]: readonly Activity[] = [],
): string | undefined {
  return result?.collective?.slug === colectivo ? result?.collective?.name : undefined;
}

export interface ChosenFilter {
  readonly text: string;
  /** The filters without it. */
  readonly without: SearchFilters;
}

interface Shown {
  readonly today: string;
  /** The name of the address's collective, if it is known. */
  readonly collective: string | undefined;
  /** The screen has a chip for the device's surroundings. */
  readonly hasNearChip: boolean;
}

/** The filters of the address that have no chip of their own, in words. */
export function chosenFilters(
  filters: SearchFilters,
  { today, collective, hasNearChip }: Shown,
): readonly ChosenFilter[] {
  const { etiqueta, cerca, radio = RADIUS_DEFAULT_KM, colectivo } = filters;
  const chosen: ChosenFilter[] = [];
  if (etiqueta !== undefined)
    chosen.push({ text: `#${etiqueta}`, without: { ...filters, etiqueta: undefined } });
  const days = daysText(filters, today);
  if (days !== undefined && rangeName(filters, today) === undefined)
    chosen.push({ text: days, without: { ...filters, desde: undefined, hasta: undefined } });
  if (colectivo !== undefined)
    chosen.push({ text: collective ?? colectivo, without: { ...filters, colectivo: undefined } });
  if (cerca !== undefined && !(cerca === HERE && hasNearChip))
    chosen.push({
      text: cerca === HERE ? 'Cerca de mí' : `A ${radio} km de ${cerca.replace(',', ', ')}`,
      without: anywhere(filters),
    });
  return chosen;
}

/** The filters without the one of the distance. */
export const anywhere = (filters: SearchFilters): SearchFilters => ({
  ...filters,
  cerca: undefined,
  radio: undefined,
});
