import { expect, test } from 'vitest';
import { locationText, parseLocation } from './parse-location.ts';

const popayan = { latitude: 2.4448, longitude: -76.6147 };

test.each([
  '2.4448, -76.6147',
  ' 2.4448,-76.6147 ',
  '2.4448 -76.6147',
  'geo:2.4448,-76.6147',
  'geo:2.4448,-76.6147?z=17',
  'geo:0,0?q=2.4448,-76.6147(Parque Caldas)',
  'https://www.google.com/maps/@2.4448,-76.6147,17z',
  'https://www.google.com/maps/place/Parque/@2.5,-76.7,17z/data=!3m1!4b1!4m6!3d2.4448!4d-76.6147',
  'https://maps.google.com/?q=2.4448,-76.6147',
  'https://www.google.com/maps/search/?api=1&query=2.4448%2C-76.6147',
  'https://www.openstreetmap.org/#map=17/2.4448/-76.6147',
  'https://www.openstreetmap.org/?mlat=2.4448&mlon=-76.6147#map=15/2.5/-76.7',
])('%s', text => {
  expect(parseLocation(text)).toEqual(popayan);
});

test.each(['', 'Parque Caldas', '91, 10', '10, 181', '2.4448', 'https://maps.app.goo.gl/abc', '%E0%A4%A'])(
  'no location in %j',
  text => {
    expect(parseLocation(text)).toBeNull();
  },
);

test('the text of a location is read back', () => {
  expect(parseLocation(locationText(popayan))).toEqual(popayan);
  expect(locationText(null)).toBe('');
});
