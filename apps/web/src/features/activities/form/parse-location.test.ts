import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cpuTimeOf } from '../../../../../../tests/cpu-time.ts';
import { locationText, parseLocation, readLocation } from './parse-location.ts';

const popayan = { latitude: 2.4448, longitude: -76.6147 };
const dms = { latitude: 2.44, longitude: -76.613333 };

const google = 'https://www.google.com/maps';
const routeData =
  '!4m14!4m13!1m5!1m1!1s0x8e30:0x1!2m2!1d-76.5!2d2.4!1m5!1m1!1s0x8e30:0x2!2m2!1d-76.6147!2d2.4448!3e0';
const viaData =
  '!4m17!4m16!1m10!1m1!1s0x8e30:0x1!2m2!1d-76.5!2d2.4!3m4!1m2!1d-76.55!2d2.41!3s0x8e30:0x3!1m3!2m2!1d-76.6147!2d2.4448!3e0';

test.each([
  '2.4448, -76.6147',
  ' 2.4448,-76.6147 ',
  '2.4448 -76.6147',
  '(2.4448, -76.6147)',
  '[2.4448,-76.6147]',
  '«2.4448; −76.6147».',
  '\u202a2.4448,\u00a0-76.6147\u202c',
  '2.4448 / -76.6147',
  '+2.4448, - 76.6147',
  '2,4448 -76,6147',
  '2,4448; -76,6147',
  '2,4448, -76,6147',
  '2,4448,-76,6147',
  '(2,4448 ; -76,6147)',
  '2.4448 N, 76.6147 W',
  '2.4448° N 76.6147° O',
  '2,4448º N; 76,6147º O',
  'N 2.4448 W 76.6147',
  'N2.4448° O76.6147°',
  '76.6147 W, 2.4448 N',
  'Lat: 2.4448, Lon: -76.6147',
  'Latitud 2.4448 Longitud -76.6147',
  'longitud: -76,6147; latitud: 2,4448',
  '{"lat": 2.4448, "lng": -76.6147}',
  'Coordenadas: 2.4448, -76.6147',
  '2.4448 Norte, 76.6147 Oeste',
  '2.4448°, -76.6147°',
  'geo:2.4448,-76.6147',
  'GEO:2.4448,-76.6147,1760;u=35',
  'geo:2.4448,-76.6147?z=17',
  'geo:0,0?q=2.4448,-76.6147(Parque Caldas)',
  'geo:2.5,-76.7?q=2.4448%2C-76.6147(Parque)',
  `${google}/place/Parque/@2.5,-76.7,17z/data=!3m1!4b1!4m6!3d2.4448!4d-76.6147`,
  `${google}/place/Parque/@2.5,-76.7,17z/data=!4m14!1m7!3m6!1s0x1!2sOtro!8m2!3d2.6!4d-76.8!16s!3m5!1s0x2!8m2!3d2.4448!4d-76.6147`,
  `${google}/place/2.4448,-76.6147/@2.5,-76.7,17z`,
  `${google}/search/2.4448,+-76.6147?entry=tts`,
  `${google}/search/?api=1&query=2.4448%2C-76.6147`,
  `${google}/dir/2.4,-76.5/2.4448,-76.6147/@2.42,-76.55,13z`,
  `${google}/dir//2.4448,-76.6147/@2.42,-76.55,13z/data=!4m2!4m1!3e0`,
  `${google}/dir/Terminal/Parque+Caldas/@2.42,-76.55,13z/data=!3m1!4b1${routeData}`,
  `${google}/dir/Terminal/Parque+Caldas/@2.42,-76.55,13z/data=${viaData}`,
  `${google}/dir/?api=1&origin=2.4,-76.5&destination=2.4448,-76.6147&travelmode=walking`,
  'https://maps.google.com/?saddr=2.4,-76.5&daddr=2.45,-76.55+to:2.4448,-76.6147',
  'https://maps.google.com/?q=2.4448,-76.6147',
  'https://maps.google.com/maps?q=loc:2.4448,-76.6147+(Parque+Caldas)&z=17',
  'https://maps.google.com.co/maps?q=Parque@2.4448,-76.6147',
  'https://www.google.com/maps?q=2.4448,-76.6147&ll=2.5,-76.7',
  'Nos vemos aquí: https://maps.google.com/?q=2.4448,-76.6147.',
  'maps.google.com/?q=2.4448,-76.6147',
  'https://www.google.com/url?q=https%3A%2F%2Fmaps.google.com%2F%3Fq%3D2.4448%2C-76.6147',
  'https://consent.google.com/m?continue=https://maps.google.com/?q%3D2.4448,-76.6147&gl=CO',
  'google.navigation:q=2.4448,-76.6147',
  'comgooglemaps://?daddr=2.4448,-76.6147&directionsmode=driving',
  'https://maps.apple.com/?ll=2.4448,-76.6147',
  'https://maps.apple.com/?address=Cra%206&auid=1&ll=2.4448,-76.6147&lsp=9902&q=Parque%20Caldas',
  'https://maps.apple.com/?q=2.4448,-76.6147',
  'http://maps.apple.com/?saddr=2.4,-76.5&daddr=2.4448,-76.6147&dirflg=d',
  'https://maps.apple.com/place?coordinate=2.4448,-76.6147&name=Parque',
  'https://maps.apple.com/directions?destination=2.4448%2C-76.6147&mode=walking',
  'maps://?ll=2.4448,-76.6147',
  'https://www.openstreetmap.org/?mlat=2.4448&mlon=-76.6147#map=15/2.5/-76.7',
  'https://www.openstreetmap.org/?mlon=-76.6147&mlat=2.4448#map=15/2.5/-76.7',
  'https://www.openstreetmap.org/directions?engine=osrm&route=2.4,-76.5;2.4448,-76.6147#map=15/2.5/-76.7',
  'https://www.openstreetmap.org/directions?from=2.4,-76.5&to=2.4448,-76.6147',
  'https://www.openstreetmap.org/search?query=2.4448%2C%20-76.6147#map=15/2.5/-76.7',
  'https://osmand.net/map?pin=2.4448,-76.6147#15/2.5/-76.7',
  'https://www.waze.com/ul?ll=2.4448%2C-76.6147&navigate=yes&zoom=17',
  'https://www.waze.com/live-map/directions?to=ll.2.4448%2C-76.6147',
  'https://www.waze.com/es/live-map/directions?latlng=2.4448%2C-76.6147',
  'waze://?ll=2.4448,-76.6147',
  'https://www.bing.com/maps?sp=point.2.4448_-76.6147_Parque%20Caldas&cp=2.5~-76.7',
  'https://www.bing.com/maps?rtp=pos.2.4_-76.5_Casa~pos.2.4448_-76.6147_Parque&cp=2.5~-76.7',
  'https://www.bing.com/maps?where1=2.4448,-76.6147',
  'https://share.here.com/l/2.4448,-76.6147,Parque?z=16',
])('%s', text => {
  expect(readLocation(text)).toEqual({ kind: 'exact', location: popayan });
  expect(parseLocation(text)).toEqual(popayan);
});

test.each([
  `2°26'24.0"N 76°36'48.0"W`,
  `2°26'24.0"N 76°36'48.0"O`,
  '2º 26’ 24,0” N, 76º 36’ 48,0” O',
  `2° 26′ 24″ N, 76° 36′ 48″ W`,
  `2°26'24"N 76°36'48''W`,
  `N 2° 26' 24" O 76° 36' 48"`,
  `76°36'48.0"W 2°26'24.0"N`,
  `2°26'24.0", -76°36'48.0"`,
  '2 26 24 N 76 36 48 W',
  '2:26:24N, 76:36:48W',
  `N 2° 26.400' W 76° 36.800'`,
  `2° 26.4' N 76° 36.8' O`,
  '2° 26.400 N, 76° 36.800 W',
  '2 grados 26 minutos 24 segundos norte, 76 grados 36 minutos 48 segundos oeste',
  `(2°26'24.0"N 76°36'48.0"W)`,
  `${google}/place/2°26'24.0"N+76°36'48.0"W/@2.5,-76.7,17z`,
  `${google}/place/2%C2%B026'24.0%22N+76%C2%B036'48.0%22W/@2.5,-76.7,17z`,
])('degrees and minutes: %s', text => {
  expect(readLocation(text)).toEqual({ kind: 'exact', location: dms });
});

describe('has to be checked on the map before it is stored', () => {
  test.each([
    ['the part of the map that was seen', `${google}/@2.4448,-76.6147,17z`],
    ['a place without its pin', `${google}/place/Parque+Caldas/@2.4448,-76.6147,17z`],
    ['a route to a name', `${google}/dir/Terminal/Parque+Caldas/@2.4448,-76.6147,13z/data=!3m1!4b1`],
    [
      'a route whose data has only the start',
      `${google}/dir/A/B/@2.4448,-76.6147,13z/data=!4m9!4m8!1m5!1m1!1s0x1!2m2!1d-76.5!2d2.4!1m0!3e0`,
    ],
    ['a route from a place', `${google}/dir/2.4,-76.5//@2.4448,-76.6147,13z`],
    ['the middle of a map of Google', `${google}?ll=2.4448,-76.6147&z=17`],
    ['a map with its own layers', `${google}/d/viewer?mid=1a&ll=2.4448%2C-76.6147&z=12`],
    ['a street view', `${google}/@2.4448,-76.6147,3a,75y,90h,90t/data=!3m6!1e1`],
    ['the place of a camera', `${google}/@?api=1&map_action=pano&viewpoint=2.4448,-76.6147`],
    [
      'a map in a page',
      `<iframe src="${google}/embed?pb=!1m18!1m12!1m3!1d3987.1!2d-76.6147!3d2.4448!2m3" width="600">`,
    ],
    ['a search nearby', 'https://maps.apple.com/search?query=cafe&center=2.4448,-76.6147'],
    ['a map of OpenStreetMap', 'https://www.openstreetmap.org/#map=17/2.4448/-76.6147'],
    ['layers of it', 'https://www.openstreetmap.org/node/1#map=17/2.4448/-76.6147&layers=N'],
    ['an old one', 'https://www.openstreetmap.org/?lat=2.4448&lon=-76.6147&zoom=17'],
    ['a map of Bing', 'https://www.bing.com/maps?cp=2.4448~-76.6147&lvl=17'],
    ['a map of Bing with a name', 'https://www.bing.com/maps?where1=Parque&cp=2.4448~-76.6147'],
    ['a map of HERE', 'https://wego.here.com/?map=2.4448,-76.6147,17,normal'],
    ['a map of others', 'https://umap.openstreetmap.fr/es/map/x_1#17/2.4448/-76.6147'],
    ['an unknown site', 'https://mapas.example.org/ver?lat=2.4448&lng=-76.6147'],
    ['a point of an unknown site', 'https://mapas.example.org/ver?q=2.4448,-76.6147'],
    ['a name near a point', 'geo:2.4448,-76.6147?q=Parque%20Caldas'],
    ['swapped numbers', '-76.6147, 2.4448'],
    ['swapped numbers in an array', '[-76.6147, 2.4448]'],
    ['swapped numbers in a link', 'https://maps.google.com/?q=-76.6147,2.4448'],
    ['coordinates within a text', 'Es en 2.4448, -76.6147 a las 9'],
    ['two signs', '2.4448 N, -76.6147 W'],
  ])('%s', (_, text) => {
    const reading = readLocation(text);
    expect(reading).toMatchObject({ kind: 'doubtful', location: popayan });
    expect(parseLocation(text)).toBeNull();
    expect(reading).toHaveProperty('sentence', expect.stringMatching(/[a-z.] Mira en el mapa/));
  });

  test.each([
    ['2,76', { latitude: 2, longitude: 76 }],
    ['2,44,76', { latitude: 2, longitude: 44.76 }],
    ['0, 0', { latitude: 0, longitude: 0 }],
    ['-103.35, 20.67', { latitude: 20.67, longitude: -103.35 }],
    ['91, 10', { latitude: 10, longitude: 91 }],
  ])('%s', (text, location) => {
    expect(readLocation(text)).toMatchObject({ kind: 'doubtful', location });
  });
});

test.each([
  ['Parque Caldas', /^No encontramos una ubicación/],
  ['Calle 5 # 4-32', /^No encontramos una ubicación/],
  ['%E0%A4%A', /^No encontramos una ubicación/],
  ['2.4448', /^Ahí hay un solo número/],
  ['2,4448', /^Ahí hay un solo número/],
  ['100, 120', /^Esos números no son de un lugar/],
  ['10, 181', /^Esos números no son de un lugar/],
  ['91° N, 10° E', /^Esos números no son de un lugar/],
  ['https://maps.google.com/?q=2.4448,-276.6', /^Esos números no son de un lugar/],
  [`2°61'24"N 76°36'48"W`, /^No encontramos una ubicación/],
  ['2.4448 N, 2.5 S', /^Ahí está dos veces/],
  ['https://maps.app.goo.gl/abc', /^Ese enlace es corto/],
  ['Parque Caldas https://maps.app.goo.gl/abc?g_st=iw', /^Ese enlace es corto/],
  ['maps.app.goo.gl/abc', /^Ese enlace es corto/],
  ['https://goo.gl/maps/abc', /^Ese enlace es corto/],
  ['https://maps.apple/p/abc', /^Ese enlace es corto/],
  ['https://osm.org/go/abc--', /^Ese enlace es corto/],
  ['https://waze.com/ul/hd1u', /^Ese enlace es corto/],
  [`${google}/place/Parque+Caldas/`, /^Ese enlace no dice las coordenadas/],
  [`${google}/dir/Terminal/Parque+Caldas/`, /^Ese enlace no dice las coordenadas/],
  ['https://maps.google.com/?cid=123456', /^Ese enlace no dice las coordenadas/],
  ['https://maps.apple.com/?q=Parque+Caldas', /^Ese enlace no dice las coordenadas/],
  ['https://www.openstreetmap.org/node/123', /^Ese enlace no dice las coordenadas/],
  ['geo:0,0?q=Parque+Caldas', /^Ese enlace no dice las coordenadas/],
  ['https://example.org/', /^Ese enlace no dice las coordenadas/],
])('unreadable: %s', (text, sentence) => {
  expect(readLocation(text)).toEqual({ kind: 'unreadable', sentence: expect.stringMatching(sentence) });
  expect(readLocation(text)).toHaveProperty('sentence', expect.stringMatching(/elige|elígelo/));
});

test('a blank text is no location', () => {
  expect(readLocation(' \u200b')).toBeNull();
  expect(locationText(null)).toBe('');
});

const comma = (degrees: number) => degrees.toFixed(6).replace('.', ',');
const cardinal = (degrees: number, [positive, negative]: string) => (degrees < 0 ? negative : positive) ?? '';

function sexagesimal(degrees: number): string {
  const hundredths = Math.round(Math.abs(degrees) * 360_000);
  const minutes = Math.floor(hundredths / 6000);
  return `${Math.floor(minutes / 60)}°${minutes % 60}'${((hundredths % 6000) / 100).toFixed(2)}"`;
}

type Written = (latitude: number, longitude: number) => string;
const forms: readonly Written[] = [
  (lat, lon) => locationText({ latitude: lat, longitude: lon }),
  (lat, lon) => `(${lat.toFixed(6)},${lon.toFixed(6)})`,
  (lat, lon) => `${comma(lat)} ${comma(lon)}`,
  (lat, lon) => `${comma(lat)}; ${comma(lon)}`,
  (lat, lon) => `${comma(lat)},${comma(lon)}`,
  (lat, lon) => `${sexagesimal(lat)}${cardinal(lat, 'NS')} ${sexagesimal(lon)}${cardinal(lon, 'EW')}`,
  (lat, lon) => `${sexagesimal(lon)} ${cardinal(lon, 'EO')}, ${sexagesimal(lat)} ${cardinal(lat, 'NS')}`,
  (lat, lon) => `latitud ${comma(lat)} longitud ${comma(lon)}`,
  (lat, lon) => `geo:${lat.toFixed(6)},${lon.toFixed(6)}`,
  (lat, lon) => `https://www.openstreetmap.org/?mlon=${lon.toFixed(6)}&mlat=${lat.toFixed(6)}`,
  (lat, lon) => `https://maps.apple.com/?ll=${lat.toFixed(6)},${lon.toFixed(6)}`,
  (lat, lon) => `${google}/place/X/@1,1,9z/data=!3d${lat.toFixed(6)}!4d${lon.toFixed(6)}`,
  (lat, lon) => `${google}/dir/1,1/${lat.toFixed(6)},${lon.toFixed(6)}/@1,1,9z`,
];

test('coordinates in every form are read back within 0.00001 degrees', () => {
  const latitudes = fc.double({ min: -55, max: 72, noNaN: true }).filter(degrees => Math.abs(degrees) > 1e-4);
  const longitudes = fc.double({ min: -180, max: 180, noNaN: true });
  fc.assert(
    fc.property(latitudes, longitudes, fc.constantFrom(...forms), (latitude, longitude, write) => {
      const found = parseLocation(write(Number(latitude.toFixed(6)), Number(longitude.toFixed(6))));
      expect(Math.abs((found?.latitude ?? Number.NaN) - latitude)).toBeLessThan(1e-5);
      expect(Math.abs((found?.longitude ?? Number.NaN) - longitude)).toBeLessThan(1e-5);
    }),
    { numRuns: 500 },
  );
});

test('no text takes long or throws', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), text => void readLocation(text)));
  for (const part of ['2.4448 ', "2°26'", ' ', '!1m5', '2,', 'N ', 'lat ', '/@2', 'a.', 'a:'])
    for (const start of ['', 'https://www.google.com/maps/dir/', 'geo:'])
      expect(cpuTimeOf(() => readLocation(start + part.repeat(3000)))).toBeLessThan(1000);
});
