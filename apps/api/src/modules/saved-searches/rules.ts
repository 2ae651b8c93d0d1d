import { categoryNames } from '@minga/contract/category-names';
import type { Body } from '@minga/contract/endpoint';
import type { saveSearch } from '@minga/contract/saved-searches';
import { RADIUS_DEFAULT_KM } from '@minga/contract/search-filters';
import type { Category } from '@minga/contract/topics';

type Filters = Body<typeof saveSearch>['filters'];

/** 0.01 degrees are about a kilometre: a stored point does not tell where the person lives. */
const rounded = (degrees: number): number => Number(degrees.toFixed(2));

/** The columns of a search's filters, without those about time and promotion, which hold for now and not for what is new. */
export function columnsOf({ q, place, categoria, etiqueta, cupos, cerca, radio }: Filters) {
  return {
    q,
    place,
    category: categoria ?? null,
    tag: etiqueta || null,
    isRoomRequired: cupos === 'libres',
    latitude: cerca === undefined ? null : rounded(cerca.latitude),
    longitude: cerca === undefined ? null : rounded(cerca.longitude),
    radiusKm: cerca === undefined ? null : (radio ?? RADIUS_DEFAULT_KM),
  };
}

export interface Sought {
  readonly q: string;
  readonly place: string;
  readonly category: Category | null;
  readonly tag: string | null;
  readonly isRoomRequired: boolean;
  readonly radiusKm: number | null;
  /** The name of the collective. */
  readonly collectiveName: string | null;
}

/** What a search looks for, for people: '«río» · Ambiente · a 20 km'. */
export const inWords = (sought: Sought): string =>
  [
    sought.q && `«${sought.q}»`,
    sought.place && `en «${sought.place}»`,
    sought.category && categoryNames[sought.category],
    sought.tag && `#${sought.tag}`,
    sought.collectiveName && `de ${sought.collectiveName}`,
    sought.isRoomRequired && 'con cupo',
    sought.radiusKm !== null && `a ${String(sought.radiusKm).replace('.', ',')} km`,
  ]
    .filter(Boolean)
    .join(' · ');
