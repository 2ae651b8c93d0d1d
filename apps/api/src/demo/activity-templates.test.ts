import { expect, it } from 'vitest';
import { activityTemplates } from './activity-templates.ts';

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
