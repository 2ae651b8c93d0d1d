import { categoryNames } from '@minga/contract/category-names';
import { RADIUS_DEFAULT_KM } from '@minga/contract/search-filters';
import type { Category } from '@minga/contract/topics';
import { dayDate } from '../../lib/dates.ts';
import { rangeName } from './day-ranges.ts';
import { HERE, type SearchFilters } from './search-filters.ts';

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
