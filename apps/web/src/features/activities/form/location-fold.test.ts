import { expect, test } from 'vitest';
import { borrow, isStale } from './location-fold.tsx';

const park = { place: 'Parque Caldas', location: { latitude: 2.4418, longitude: -76.6063 } };
const unknown = { place: 'Salón comunal', location: null };
const ofPark = { place: 'Parque Caldas', location: '2.4418, -76.6063' };

test.each([
  ['an empty location', park, '', null, ofPark],
  [
    'one of another chosen place',
    { ...park, place: 'Parque' },
    ofPark.location,
    ofPark,
    { ...ofPark, place: 'Parque' },
  ],
  [
    'one of another chosen place, by none',
    unknown,
    ofPark.location,
    ofPark,
    { place: 'Salón comunal', location: '' },
  ],
  ['a written one: not', park, '1, 1', null, null],
  ['a changed one: not', park, '1, 1', ofPark, null],
])('choosing a place replaces %s', (_case, proposal, location, borrowed, expected) => {
  expect(borrow(proposal, { place: '', location }, borrowed)).toEqual(expected);
});

test.each([
  ['Parque Caldas', ofPark.location, false],
  ['Parque Caldas, entrada norte', ofPark.location, false],
  ['Cancha', ofPark.location, true],
  ['', ofPark.location, true],
  ['Cancha', '1, 1', false],
])(
  'with the place «%s» and the location «%s» the chosen location is stale: %s',
  (place, location, expected) => {
    expect(isStale(ofPark, { place, location })).toBe(expected);
  },
);
