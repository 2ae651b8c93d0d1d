import { describe, expect, test } from 'vitest';
import { distanceText } from '../model.ts';
import type { SearchFilters } from '../search.ts';
import {
  chosenFilters,
  closestTo,
  dayRanges,
  daysText,
  hasChosen,
  nothingFound,
  rangeName,
  withoutFilters,
} from './filters.ts';

describe('filter-words', () => {
  /** A Wednesday. */
  const TODAY = '2026-11-25';
  const weekend = { desde: '2026-11-28', hasta: '2026-11-29' };

  test.each<[SearchFilters, string]>([
    [{ ...weekend, cerca: '2.44,-76.61' }, 'Nada este fin de semana en 20 km.'],
    [{ categoria: 'cultura', cupos: 'libres' }, 'Nada de Cultura con cupos.'],
    [{ q: 'olla', etiqueta: 'río', desde: TODAY, hasta: TODAY }, 'Nada con «olla» con #río hoy.'],
    [{ colectivo: 'guardianes', date: 'pasadas' }, 'Nada de este colectivo entre lo que ya pasó.'],
    [{ desde: '2026-12-05' }, 'Nada desde el 5 de diciembre de 2026.'],
  ])('%j found: %s', (filters, sentence) => {
    expect(nothingFound(filters, TODAY)).toBe(sentence);
  });

  test.each<[SearchFilters, string | undefined]>([
    [{}, undefined],
    [weekend, 'Este fin de semana'],
    [{ hasta: '2026-12-05' }, 'Hasta el 5 de diciembre de 2026'],
    [{ desde: '2026-12-05', hasta: '2026-12-05' }, 'El 5 de diciembre de 2026'],
    [{ desde: '2026-12-05', hasta: '2026-12-07' }, 'Del 5 de diciembre de 2026 al 7 de diciembre de 2026'],
  ])('the days of %j are %s', (filters, text) => {
    expect(daysText(filters, TODAY)).toBe(text);
  });

  test('filters without a chip of their own can be removed one by one', () => {
    const filters: SearchFilters = {
      q: 'olla',
      categoria: 'cultura',
      etiqueta: 'río',
      desde: '2026-12-05',
      colectivo: 'guardianes',
      cerca: '2.44,-76.61',
      radio: '5',
    };
    const removed = (collective: string | undefined) =>
      chosenFilters(filters, { today: TODAY, collective, hasNearChip: true }).map(({ text, without }) => [
        text,
        Object.keys(filters).filter(key => without[key as keyof SearchFilters] === undefined),
      ]);
    expect(removed('Guardianes del Río')).toEqual([
      ['#río', ['etiqueta']],
      ['Desde el 5 de diciembre de 2026', ['desde']],
      ['Guardianes del Río', ['colectivo']],
      ['A 5 km de 2.44, -76.61', ['cerca', 'radio']],
    ]);
    expect(removed(undefined)[2]?.[0]).toBe('guardianes');
  });

  test('the offered days have chips of their own, and in the catalogue the device’s position', () => {
    const filters: SearchFilters = { ...weekend, cerca: 'aqui', radio: '5', categoria: 'salud' };
    const chosen = (hasNearChip: boolean) =>
      chosenFilters(filters, { today: TODAY, collective: undefined, hasNearChip });
    expect(chosen(true)).toEqual([]);
    expect(chosen(false)).toEqual([
      {
        text: 'Cerca de mí',
        without: { ...weekend, cerca: undefined, radio: undefined, categoria: 'salud' },
      },
    ]);
  });

  test('removing all filters leaves the words and the time', () => {
    const filters: SearchFilters = { q: 'olla', date: 'pasadas', cupos: 'libres', cerca: 'aqui' };
    expect(hasChosen(filters)).toBe(true);
    expect(withoutFilters(filters)).toEqual({ q: 'olla', date: 'pasadas' });
    expect(hasChosen(withoutFilters(filters))).toBe(false);
  });

  test.each([
    [1.6, 'a 1,6 km'],
    [0, 'a 0 km'],
    [120, 'a 120 km'],
  ])('%d kilometres are written %s', (km, text) => {
    expect(distanceText(km)).toBe(text);
  });
});

describe('day-ranges', () => {
  const [todayOnly, weekend, month] = dayRanges;

  test.each([
    // Wednesday to Sunday.
    ['2026-11-25', '2026-11-28', '2026-11-29', '2026-11-30'],
    ['2026-11-27', '2026-11-28', '2026-11-29', '2026-11-30'],
    ['2026-11-28', '2026-11-28', '2026-11-29', '2026-11-30'],
    ['2026-11-29', '2026-11-29', '2026-11-29', '2026-11-30'],
    ['2026-11-30', '2026-12-05', '2026-12-06', '2026-11-30'],
    // A weekend in two years, and February of a leap year.
    ['2022-12-30', '2022-12-31', '2023-01-01', '2022-12-31'],
    ['2028-02-03', '2028-02-05', '2028-02-06', '2028-02-29'],
  ])('on %s the weekend is from %s to %s, and the month until %s', (today, saturday, sunday, last) => {
    expect(todayOnly.daysFrom(today)).toEqual({ desde: today, hasta: today });
    expect(weekend.daysFrom(today)).toEqual({ desde: saturday, hasta: sunday });
    expect(month.daysFrom(today)).toEqual({ desde: today, hasta: last });
  });

  test.each([
    [{ desde: '2026-11-25', hasta: '2026-11-25' }, 'Hoy'],
    [{ desde: '2026-11-28', hasta: '2026-11-29' }, 'Este fin de semana'],
    [{ desde: '2026-11-25', hasta: '2026-11-30' }, 'Este mes'],
    [{ desde: '2026-11-25' }, undefined],
    [{ desde: '2026-11-26', hasta: '2026-11-26' }, undefined],
    [{}, undefined],
  ])('%j is named %s', (days, name) => {
    expect(rangeName(days, '2026-11-25')).toBe(name);
  });
});

describe('closest-filters', () => {
  const days = { desde: '2026-11-28', hasta: '2026-11-29' };

  test.each([
    [{ ...days, cerca: '2.44,-76.61' }, 'Lo más cercano', { ...days, cerca: '2.44,-76.61', radio: '200' }],
    [{ ...days, cerca: '2.44,-76.61', radio: '200' }, 'Lo próximo', { cerca: '2.44,-76.61', radio: '200' }],
    [{ ...days, q: 'río', cupos: 'libres' as const }, 'Lo próximo', { q: 'río', cupos: 'libres' }],
    [{ ...days, date: 'pasadas' as const }, 'Lo más reciente', { date: 'pasadas' }],
    [{ cupos: 'libres' as const, etiqueta: 'río' }, 'Con los cupos llenos', { etiqueta: 'río' }],
    [{ etiqueta: 'río', categoria: 'salud' as const }, 'Con otras etiquetas', { categoria: 'salud' }],
    [{ categoria: 'salud' as const, q: 'río' }, 'De otras categorías', { q: 'río' }],
    [{ colectivo: 'guardianes' }, 'De otros colectivos', {}],
  ])('after %j found nothing, %s is %j', (filters, title, next) => {
    expect(closestTo(filters)).toEqual({ title, filters: next });
  });

  test('nothing comes closer than words alone', () => {
    expect(closestTo({ q: 'río', date: 'pasadas' })).toBeNull();
  });
});
