import { describe, expect, test } from 'vitest';
import { distanceText } from '../model.ts';
import type { SearchFilters } from '../search.ts';
import {
  alternativesTo,
  chosenFilters,
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
      ['Cultura', ['categoria']],
      ['#río', ['etiqueta']],
      ['Desde el 5 de diciembre de 2026', ['desde']],
      ['Guardianes del Río', ['colectivo']],
      ['A 5 km de 2.44, -76.61', ['cerca', 'radio']],
    ]);
    expect(removed(undefined)[3]?.[0]).toBe('guardianes');
  });

  test('the offered days have chips of their own, and in the catalogue the device’s position', () => {
    const filters: SearchFilters = { ...weekend, cerca: 'aqui', radio: '5' };
    const chosen = (hasNearChip: boolean) =>
      chosenFilters(filters, { today: TODAY, collective: undefined, hasNearChip });
    expect(chosen(true)).toEqual([{ text: 'Hasta 5 km', without: { ...filters, radio: undefined } }]);
    expect(chosen(false)).toEqual([
      { text: 'Cerca de mí', without: { ...weekend, cerca: undefined, radio: undefined, orden: undefined } },
    ]);
  });

  test('the choices of the sheet are named', () => {
    const filters: SearchFilters = { date: 'pasadas', cupos: 'libres', q: 'olla', orden: 'fecha' };
    const named = chosenFilters(filters, { today: TODAY, collective: undefined, hasNearChip: true });
    expect(named.map(({ text }) => text)).toEqual(['Pasadas', 'Con cupos', 'Por fecha']);
  });

  test('each kind of accessibility is a filter of its own', () => {
    const filters: SearchFilters = { accesible: 'sin-escalones,sombra' };
    expect(chosenFilters(filters, { today: TODAY, collective: undefined, hasNearChip: true })).toEqual([
      { text: 'Sin escalones', without: { accesible: 'sombra' } },
      { text: 'Sombra', without: { accesible: 'sin-escalones' } },
    ]);
    expect(nothingFound(filters, TODAY)).toBe('Nada con esa accesibilidad.');
    expect(alternativesTo(filters, TODAY)[0]).toEqual({
      name: 'Con cualquier accesibilidad',
      filters: { accesible: undefined },
    });
  });

  test('removing all filters leaves the words', () => {
    const filters: SearchFilters = { q: 'olla', date: 'pasadas', cupos: 'libres', cerca: 'aqui' };
    expect(hasChosen(filters)).toBe(true);
    expect(withoutFilters(filters)).toEqual({ q: 'olla' });
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
  const [todayOnly, tomorrow, weekend] = dayRanges;

  test.each([
    // Wednesday to Sunday.
    ['2026-11-25', '2026-11-26', '2026-11-28', '2026-11-29'],
    ['2026-11-27', '2026-11-28', '2026-11-28', '2026-11-29'],
    ['2026-11-28', '2026-11-29', '2026-11-28', '2026-11-29'],
    ['2026-11-29', '2026-11-30', '2026-11-29', '2026-11-29'],
    ['2026-11-30', '2026-12-01', '2026-12-05', '2026-12-06'],
    // A weekend in two years, and February of a leap year.
    ['2022-12-31', '2023-01-01', '2022-12-31', '2023-01-01'],
    ['2028-02-28', '2028-02-29', '2028-03-04', '2028-03-05'],
  ])('on %s tomorrow is %s, and the weekend from %s to %s', (today, next, saturday, sunday) => {
    expect(todayOnly.daysFrom(today)).toEqual({ desde: today, hasta: today });
    expect(tomorrow.daysFrom(today)).toEqual({ desde: next, hasta: next });
    expect(weekend.daysFrom(today)).toEqual({ desde: saturday, hasta: sunday });
  });

  test.each([
    [{ desde: '2026-11-25', hasta: '2026-11-25' }, 'Hoy'],
    [{ desde: '2026-11-26', hasta: '2026-11-26' }, 'Mañana'],
    [{ desde: '2026-11-28', hasta: '2026-11-29' }, 'Este fin de semana'],
    [{ desde: '2026-11-25' }, undefined],
    [{ desde: '2026-11-27', hasta: '2026-11-27' }, undefined],
    [{}, undefined],
  ])('%j is named %s', (days, name) => {
    expect(rangeName(days, '2026-11-25')).toBe(name);
  });
});

describe('alternatives', () => {
  const days = { desde: '2026-11-25', hasta: '2026-11-25' };
  const names = (filters: SearchFilters) => alternativesTo(filters, '2026-11-25').map(({ name }) => name);

  test.each<[SearchFilters, string[]]>([
    [{}, ['Pasadas']],
    [{ date: 'pasadas' }, ['Próximas']],
    [days, ['Mañana', 'Este fin de semana', 'Cualquier día', 'Pasadas']],
    [{ cerca: '2.44,-76.61' }, ['Hasta 200 km', 'En cualquier lugar', 'Pasadas']],
    [{ cerca: '2.44,-76.61', radio: '200' }, ['En cualquier lugar', 'Pasadas']],
    [
      { q: 'río', cupos: 'libres', categoria: 'salud' },
      ['También sin cupos', 'De todas las categorías', 'Sin «río»', 'Pasadas'],
    ],
    [{ etiqueta: 'río', colectivo: 'x' }, ['Con otras etiquetas', 'De todos los colectivos', 'Pasadas']],
  ])('after %j found nothing, there may be %j', (filters, expected) => {
    expect(names(filters)).toEqual(expected);
  });

  test('on a Sunday today and the weekend are one', () => {
    const tomorrow = { desde: '2026-11-30', hasta: '2026-11-30' };
    expect(alternativesTo(tomorrow, '2026-11-29').map(({ name }) => name)).toEqual([
      ...['Hoy', 'Cualquier día', 'Pasadas'],
    ]);
  });

  test('each has one filter less, or other days', () => {
    const [tomorrow, , anyDay] = alternativesTo({ ...days, cupos: 'libres' }, '2026-11-25');
    expect(tomorrow?.filters).toEqual({ desde: '2026-11-26', hasta: '2026-11-26', cupos: 'libres' });
    expect(anyDay?.filters).toEqual({ cupos: 'libres' });
  });
});
