import { expect, it } from 'vitest';
import { activityTemplates } from './activity-templates.ts';
import { goalsOf, needsOf } from './details.ts';

const titles = activityTemplates.flatMap(({ title, places }) =>
  places.map(place => title.replace('{lugar}', place)),
);

it.each([
  ['a feminine article before a masculine place', /\b(la|una) (Colegio|Parque|Río|Morro|I\. E\.)/i],
  ['a masculine article before a feminine place', /\b(del?|el|un) (Escuela|Quebrada)/i],
  [
    'a preposition without the article that the place needs',
    /\b(en|de|a) (Parque|Morro|Río|Quebrada|Colegio|Escuela)/,
  ],
  ['a place that was not filled in', /[{}]/],
])('no title has %s', (_, mistake) => {
  expect(titles.filter(title => mistake.test(title))).toEqual([]);
});

/** Returns the titles of the activities that need a thing with this name, or have a goal with this unit. */
const titlesWith = (name: string) =>
  activityTemplates.flatMap(({ title }, number) => {
    // The numbers of one template have different remainders.
    const numbers = Array.from({ length: 12 }, (_, turn) => number + turn * activityTemplates.length);
    const names = numbers.flatMap(each => [
      ...needsOf({ id: '', date: new Date(0) }, each).map(need => need.name),
      ...goalsOf(each, true).map(({ unit }) => unit),
    ]);
    return names.includes(name) ? [title] : [];
  });

it.each([
  ['Palas', /Limpieza|Siembra|Huerta|vía/],
  ['árboles', /Siembra de árboles/],
  ['Juegos de mesa', /abuelos/],
  ['platos', /Olla/],
  ['pupitres', /pupitres/],
])('%s are of the activities that need them', (name, titles) => {
  expect(titlesWith(name).filter(title => !titles.test(title))).toEqual([]);
});

it('an upcoming activity has not missed a goal', () => {
  expect(activityTemplates.flatMap((_, number) => goalsOf(number, false))).toEqual([]);
});
