import type { Activity } from '@minga/contract/activities';
import { categoryNames } from '@minga/contract/category-names';
import { RADIUS_DEFAULT_KM, RADIUS_MAX_KM } from '@minga/contract/search-filters';
import type { Category } from '@minga/contract/topics';
import { dayDate } from '../../../lib/dates/dates.ts';
import { HERE, type SearchFilters } from '../search.ts';

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

interface ChosenFilter {
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

/** The days in words: 'Este mes', 'Del 5 al …', 'Desde el …'. Undefined without days. */
export function daysText({ desde, hasta }: SearchFilters, today: string): string | undefined {
  const name = rangeName({ desde, hasta }, today);
  if (name !== undefined) return name;
  if (desde === undefined) return hasta && `Hasta el ${dayName(hasta)}`;
  if (hasta === undefined) return `Desde el ${dayName(desde)}`;
  return desde === hasta ? `El ${dayName(desde)}` : `Del ${dayName(desde)} al ${dayName(hasta)}`;
}

/** A day has no time zone: as noon in UTC it stays on the same day. */
const dayName = (day: string) => dayDate(`${day}T12:00:00Z`, 'UTC');

/** 'Nada de Cultura este fin de semana en 20 km.' */
export function nothingFound(filters: SearchFilters, today: string): string {
  const { q, date, categoria, etiqueta, cupos, cerca, radio = RADIUS_DEFAULT_KM, colectivo } = filters;
  const days = daysText(filters, today);
  const words = [
    q && `con «${q}»`,
    categoria && `de ${categoryNames[categoria as Category]}`,
    etiqueta && `con #${etiqueta}`,
    colectivo && 'de este colectivo',
    cupos && 'con cupos',
    days && days.charAt(0).toLowerCase() + days.slice(1),
    date === 'pasadas' && 'entre lo que ya pasó',
    cerca && cerca !== HERE && `en ${radio} km`,
  ].filter(Boolean);
  return `Nada ${words.join(' ')}.`;
}

type Days = Pick<SearchFilters, 'desde' | 'hasta'>;

const DAY_MS = 24 * 60 * 60 * 1000;
const SATURDAY = 6;

/** The ranges of days that the catalogue offers. */
export const dayRanges = [
  { name: 'Hoy', daysFrom: (today: string): Days => ({ desde: today, hasta: today }) },
  { name: 'Este fin de semana', daysFrom: weekendFrom },
  { name: 'Este mes', daysFrom: (today: string): Days => ({ desde: today, hasta: endOfMonth(today) }) },
] as const;

/** The coming Saturday and Sunday; on a Sunday only this day. Days are texts such as `2026-12-05`. */
function weekendFrom(today: string): Days {
  const weekday = utc(today).getUTCDay();
  if (weekday === 0) return { desde: today, hasta: today };
  const saturday = plusDays(today, SATURDAY - weekday);
  return { desde: saturday, hasta: plusDays(saturday, 1) };
}

function endOfMonth(today: string): string {
  const day = utc(today);
  return dayOf(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0));
}

const utc = (day: string) => new Date(`${day}T00:00:00Z`);
const dayOf = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 10);
const plusDays = (day: string, days: number) => dayOf(utc(day).getTime() + days * DAY_MS);

export const isRange = ({ desde, hasta }: Days, range: Days): boolean =>
  desde === range.desde && hasta === range.hasta;

/** The name of the offered range that the filters have; undefined for other days, and for none. */
export const rangeName = (days: Days, today: string): string | undefined =>
  dayRanges.find(({ daysFrom }) => isRange(days, daysFrom(today)))?.name;

export interface Closest {
  /** The heading of what these filters find. */
  readonly title: string;
  readonly filters: SearchFilters;
}

/** The search with one filter less that comes closest to one that found nothing; null if there is none. */
export function closestTo(filters: SearchFilters): Closest | null {
  const { cerca, radio = RADIUS_DEFAULT_KM, desde, hasta, cupos, etiqueta, categoria, colectivo } = filters;
  if (cerca !== undefined && Number(radio) < RADIUS_MAX_KM)
    return { title: 'Lo más cercano', filters: { ...filters, radio: String(RADIUS_MAX_KM) } };
  if (desde !== undefined || hasta !== undefined)
    return { title: nextTitle(filters), filters: { ...filters, desde: undefined, hasta: undefined } };
  if (cupos !== undefined)
    return { title: 'Con los cupos llenos', filters: { ...filters, cupos: undefined } };
  if (etiqueta !== undefined)
    return { title: 'Con otras etiquetas', filters: { ...filters, etiqueta: undefined } };
  if (categoria !== undefined)
    return { title: 'De otras categorías', filters: { ...filters, categoria: undefined } };
  if (colectivo !== undefined)
    return { title: 'De otros colectivos', filters: { ...filters, colectivo: undefined } };
  return null;
}

const nextTitle = ({ date }: SearchFilters) => (date === 'pasadas' ? 'Lo más reciente' : 'Lo próximo');
