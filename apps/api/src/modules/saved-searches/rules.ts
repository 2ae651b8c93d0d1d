import { type Accessibility, accessibilityNames } from '@minga/contract/accessibility';
import { categoryNames } from '@minga/contract/category-names';
import type { Body } from '@minga/contract/endpoint';
import type { saveSearch } from '@minga/contract/saved-searches';
import { RADIUS_DEFAULT_KM } from '@minga/contract/search-values';
import type { Category } from '@minga/contract/topics';

type Filters = Body<typeof saveSearch>['filters'];

/** Rounds to 0.01 degrees, about a kilometre, so that a stored point does not reveal the account's home. */
const rounded = (degrees: number): number => Number(degrees.toFixed(2));

/** The columns of a search's filters. Filters by time and promotion are omitted, because they do not apply to new activities. */
export function columnsOf({ q, place, categoria, etiqueta, cupos, accesible, cerca, radio }: Filters) {
  return {
    q,
    place,
    category: categoria ?? null,
    tag: etiqueta || null,
    isRoomRequired: cupos === 'libres',
    accessibility: accesible,
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
  readonly accessibility: readonly Accessibility[];
  readonly radiusKm: number | null;
  /** The name of the collective. */
  readonly collectiveName: string | null;
}

/** Describes a search in words, for example '«río» · Ambiente · a 20 km'. */
export const inWords = (sought: Sought): string =>
  [
    sought.q && `«${sought.q}»`,
    sought.place && `en «${sought.place}»`,
    sought.category && categoryNames[sought.category],
    sought.tag && `#${sought.tag}`,
    sought.collectiveName && `de ${sought.collectiveName}`,
    sought.isRoomRequired && 'con cupo',
    ...sought.accessibility.map(name => accessibilityNames[name].toLowerCase()),
    sought.radiusKm !== null && `a ${String(sought.radiusKm).replace('.', ',')} km`,
  ]
    .filter(Boolean)
    .join(' · ');
