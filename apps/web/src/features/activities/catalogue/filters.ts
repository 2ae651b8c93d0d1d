import { accessibilityNames, knownAccessibility } from '@minga/contract/accessibility';
import type { Activity } from '@minga/contract/activities';
import { categoryNames } from '@minga/contract/category-names';
import { RADIUS_DEFAULT_KM, RADIUS_MAX_KM } from '@minga/contract/search-values';
import type { Category } from '@minga/contract/topics';
import { weekendOf } from '@minga/contract/weekend';
import { dayDate } from '../../../lib/dates/dates.ts';
import { HERE, type SearchFilters } from '../search.ts';

/** The catalogue without its filters: the words stay. */
export const withoutFilters = ({ q }: SearchFilters): SearchFilters => ({ q });

/** Whether the catalogue has a filter other than the words. */
export const hasChosen = ({ q, ...others }: SearchFilters): boolean =>
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

/** The filters of the address that have no chip of their own, in words: those of the sheet, and those of a link. */
export function chosenFilters(
  filters: SearchFilters,
  { today, collective, hasNearChip }: Shown,
): readonly ChosenFilter[] {
  const { date, categoria, etiqueta, cupos, accesible, cerca, radio, colectivo, orden } = filters;
  const days = daysText(filters, today);
  const isHere = cerca === HERE;
  const hasOwnRadius = isHere && hasNearChip && radio !== undefined;
  const chosen: (ChosenFilter | false)[] = [
    date === 'pasadas' && { text: 'Pasadas', without: { ...filters, date: undefined } },
    Boolean(categoria) && {
      text: categoryNames[categoria as Category],
      without: { ...filters, categoria: undefined },
    },
    etiqueta !== undefined && { text: `#${etiqueta}`, without: { ...filters, etiqueta: undefined } },
    Boolean(cupos) && { text: 'Con cupos', without: { ...filters, cupos: undefined } },
    ...knownAccessibility(accesible?.split(',') ?? []).map((name, _, all) => ({
      text: accessibilityNames[name],
      without: { ...filters, accesible: all.filter(other => other !== name).join(',') || undefined },
    })),
    days !== undefined && rangeName(filters, today) === undefined && { text: days, without: anyDay(filters) },
    colectivo !== undefined && {
      text: collective ?? colectivo,
      without: { ...filters, colectivo: undefined },
    },
    hasOwnRadius && { text: `Hasta ${radio} km`, without: { ...filters, radio: undefined } },
    cerca !== undefined &&
      !(isHere && hasNearChip) && {
        text: isHere ? 'Cerca de mí' : `A ${radio ?? RADIUS_DEFAULT_KM} km de ${cerca.replace(',', ', ')}`,
        without: anywhere(filters),
      },
    Boolean(orden) && {
      text: 'Por fecha',
      without: { ...filters, orden: undefined },
    },
  ];
  return chosen.filter(filter => typeof filter === 'object');
}

/** The filters without the one of the distance. */
export const anywhere = (filters: SearchFilters): SearchFilters => ({
  ...filters,
  cerca: undefined,
  radio: undefined,
  orden: undefined,
});

/** The filters without the days. */
export const anyDay = (filters: SearchFilters): SearchFilters => ({
  ...filters,
  desde: undefined,
  hasta: undefined,
});

/** The days in words: 'Este fin de semana', 'Del 5 al …', 'Desde el …'. Undefined without days. */
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
  const {
    q,
    date,
    categoria,
    etiqueta,
    cupos,
    accesible,
    cerca,
    radio = RADIUS_DEFAULT_KM,
    colectivo,
  } = filters;
  const days = daysText(filters, today);
  const words = [
    q && `con «${q}»`,
    categoria && `de ${categoryNames[categoria as Category]}`,
    etiqueta && `con #${etiqueta}`,
    colectivo && 'de este colectivo',
    cupos && 'con cupos',
    accesible && 'con esa accesibilidad',
    days && days.charAt(0).toLowerCase() + days.slice(1),
    date === 'pasadas' && 'entre lo que ya pasó',
    cerca && cerca !== HERE && `en ${radio} km`,
  ].filter(Boolean);
  return `Nada ${words.join(' ')}.`;
}

type Days = Pick<SearchFilters, 'desde' | 'hasta'>;

const DAY_MS = 24 * 60 * 60 * 1000;

/** The ranges of days that the catalogue offers as chips: the chip's name, and the name in a sentence. */
export const dayRanges = [
  { chip: 'Hoy', name: 'Hoy', daysFrom: (today: string): Days => ({ desde: today, hasta: today }) },
  { chip: 'Mañana', name: 'Mañana', daysFrom: tomorrowFrom },
  { chip: 'Finde', name: 'Este fin de semana', daysFrom: weekendFrom },
] as const;

function tomorrowFrom(today: string): Days {
  const day = plusDays(today, 1);
  return { desde: day, hasta: day };
}

function weekendFrom(today: string): Days {
  const { first, last } = weekendOf(today);
  return { desde: first, hasta: last };
}

const plusDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

const isRange = ({ desde, hasta }: Days, range: Days): boolean =>
  desde === range.desde && hasta === range.hasta;

/** The name of the offered range that the filters have; undefined for other days, and for none. */
export const rangeName = (days: Days, today: string): string | undefined =>
  dayRanges.find(({ daysFrom }) => isRange(days, daysFrom(today)))?.name;

export interface Alternative {
  /** The name of what these filters find. */
  readonly name: string;
  readonly filters: SearchFilters;
}

/** Searches close to one that found nothing: other days, or one filter less. The catalogue says how many each of them finds. */
export function alternativesTo(filters: SearchFilters, today: string): Alternative[] {
  const { q, date, categoria, etiqueta, cupos, accesible, desde, hasta, cerca, radio, colectivo } = filters;
  const hasDays = desde !== undefined || hasta !== undefined;
  const isFarther = cerca !== undefined && Number(radio ?? RADIUS_DEFAULT_KM) < RADIUS_MAX_KM;
  const ranges = dayRanges
    .map(({ name, daysFrom }) => ({ name, days: daysFrom(today) }))
    // On a Sunday the weekend is today.
    .filter(({ name, days }) => name === rangeName(days, today));
  const alternatives: (Alternative | false)[] = [
    ...ranges.map(
      ({ name, days }) =>
        hasDays &&
        date === undefined &&
        !isRange(filters, days) && { name, filters: { ...filters, ...days } },
    ),
    hasDays && { name: 'Cualquier día', filters: anyDay(filters) },
    isFarther && {
      name: `Hasta ${RADIUS_MAX_KM} km`,
      filters: { ...filters, radio: String(RADIUS_MAX_KM) },
    },
    cerca !== undefined && { name: 'En cualquier lugar', filters: anywhere(filters) },
    Boolean(cupos) && { name: 'También sin cupos', filters: { ...filters, cupos: undefined } },
    accesible !== undefined && {
      name: 'Con cualquier accesibilidad',
      filters: { ...filters, accesible: undefined },
    },
    etiqueta !== undefined && { name: 'Con otras etiquetas', filters: { ...filters, etiqueta: undefined } },
    Boolean(categoria) && { name: 'De todas las categorías', filters: { ...filters, categoria: undefined } },
    colectivo !== undefined && {
      name: 'De todos los colectivos',
      filters: { ...filters, colectivo: undefined },
    },
    q !== undefined && { name: `Sin «${q}»`, filters: { ...filters, q: undefined } },
    date === 'pasadas'
      ? { name: 'Próximas', filters: { ...filters, date: undefined } }
      : { name: 'Pasadas', filters: { ...anyDay(filters), date: 'pasadas' } },
  ];
  return alternatives.filter(alternative => typeof alternative === 'object');
}
