import type { SiteMap } from '@minga/contract/site';

const CITY_ZOOM = 12;
const COUNTRY_ZOOM = 5;
const CONTINENT = { latitude: -5, longitude: -72, zoom: 3 };
/** Half of the side of the smallest rectangle in degrees: a city with its surroundings. */
const REACH = 0.15;
/** The share of the positions at each edge that does not count, so that one activity abroad does not move the map. */
const EDGE = 0.05;

/** The region of a site from the positions of its activities, else from its place, else from its country (docs/rules.md R25.4). */
export function mapOf(
  positions: readonly Position[],
  { place, country }: { place: string; country: string },
): SiteMap {
  const known =
    positions.length > 0 ? positions : [placePosition(place, country)].filter(found => found !== null);
  if (known.length === 0) {
    const capital = capitalPosition(country);
    return { start: capital === null ? CONTINENT : { ...capital, zoom: COUNTRY_ZOOM }, bounds: null };
  }
  const latitudes = known.map(({ latitude }) => latitude).toSorted((one, other) => one - other);
  const longitudes = known.map(({ longitude }) => longitude).toSorted((one, other) => one - other);
  const [south, latitude, north] = spread(latitudes);
  const [west, longitude, east] = spread(longitudes);
  return {
    start: { latitude, longitude, zoom: CITY_ZOOM },
    bounds: {
      west: rounded(Math.min(west, longitude - REACH)),
      south: rounded(Math.min(south, latitude - REACH)),
      east: rounded(Math.max(east, longitude + REACH)),
      north: rounded(Math.max(north, latitude + REACH)),
    },
  };
}

/** The lowest value within the edges, the median and the highest one of ascending values. */
function spread(values: readonly number[]): [number, number, number] {
  const at = (share: number) => values[Math.round((values.length - 1) * share)] ?? 0;
  return [at(EDGE), at(0.5), at(1 - EDGE)];
}

const rounded = (degrees: number): number => Math.round(degrees * 100) / 100;

// The positions of the places that sites are likely to have, so that a map starts there without a request to a third party.

/** A position in WGS 84 degrees. */
interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

/** By country (ISO 3166), the capital first: names without accents, latitudes and longitudes. */
const PLACES: Readonly<Record<string, string>> = {
  CO: `bogota 4.65 -74.1, medellin 6.24 -75.58, cali 3.44 -76.52, barranquilla 10.97 -74.8, cartagena 10.4 -75.51, cucuta 7.89 -72.5,
    bucaramanga 7.12 -73.12, pereira 4.81 -75.7, santa marta 11.24 -74.2, ibague 4.44 -75.23, pasto 1.21 -77.28, manizales 5.07 -75.51,
    neiva 2.93 -75.28, villavicencio 4.14 -73.63, armenia 4.53 -75.68, valledupar 10.46 -73.25, monteria 8.75 -75.88, sincelejo 9.3 -75.4,
    popayan 2.4448 -76.6147, tunja 5.54 -73.36, florencia 1.61 -75.61, quibdo 5.69 -76.66, riohacha 11.54 -72.91, yopal 5.34 -72.4,
    mocoa 1.15 -76.65, arauca 7.08 -70.76, leticia -4.21 -69.94, mitu 1.25 -70.23, inirida 3.87 -67.92, puerto carreno 6.19 -67.49,
    san jose del guaviare 2.57 -72.64, san andres 12.58 -81.7, buenaventura 3.88 -77.03, palmira 3.54 -76.3, tulua 4.08 -76.2, buga 3.9 -76.3,
    soacha 4.58 -74.22, bello 6.34 -75.56, envigado 6.17 -75.59, rionegro 6.15 -75.37, tumaco 1.79 -78.79, ipiales 0.83 -77.64, sogamoso 5.71 -72.93,
    duitama 5.83 -73.03, girardot 4.3 -74.8, barrancabermeja 7.07 -73.85, santander de quilichao 3.01 -76.48, silvia 2.61 -76.38, cajibio 2.62 -76.57,
    timbio 2.35 -76.68, piendamo 2.64 -76.53, el tambo 2.45 -76.81, inza 2.55 -76.06, patia 2.07 -77.06, puerto tejada 3.23 -76.42`,
  PE: `lima -12.05 -77.04, arequipa -16.4 -71.54, trujillo -8.11 -79.03, chiclayo -6.77 -79.84, piura -5.19 -80.63, cusco -13.52 -71.97,
    cuzco -13.52 -71.97, iquitos -3.75 -73.25, huancayo -12.07 -75.21, puno -15.84 -70.02, juliaca -15.5 -70.13, tacna -18.01 -70.25, ayacucho -13.16 -74.22,
    cajamarca -7.16 -78.51, huaraz -9.53 -77.53, pucallpa -8.38 -74.55, huanuco -9.93 -76.24, tarapoto -6.49 -76.36, ica -14.07 -75.73`,
  EC: `quito -0.2 -78.5, guayaquil -2.19 -79.89, cuenca -2.9 -79, ambato -1.25 -78.62, loja -4 -79.2, ibarra 0.35 -78.12, riobamba -1.67 -78.65,
    otavalo 0.23 -78.26, manta -0.95 -80.72, portoviejo -1.05 -80.45, esmeraldas 0.96 -79.65, machala -3.26 -79.96, tena -0.99 -77.81`,
  BO: `la paz -16.5 -68.13, el alto -16.51 -68.19, sucre -19.03 -65.26, santa cruz de la sierra -17.78 -63.18, cochabamba -17.39 -66.16, oruro -17.97 -67.11,
    potosi -19.58 -65.75, tarija -21.53 -64.73, trinidad -14.83 -64.9`,
  VE: `caracas 10.49 -66.88, maracaibo 10.65 -71.64, valencia 10.16 -68, barquisimeto 10.07 -69.32, merida 8.59 -71.15, san cristobal 7.77 -72.22,
    maracay 10.25 -67.6, ciudad guayana 8.3 -62.7`,
  CL: `santiago -33.45 -70.66, valparaiso -33.05 -71.61, concepcion -36.83 -73.05, antofagasta -23.65 -70.4, temuco -38.74 -72.59, valdivia -39.81 -73.24,
    puerto montt -41.47 -72.94, la serena -29.9 -71.25, arica -18.48 -70.32, punta arenas -53.16 -70.91`,
  AR: `buenos aires -34.61 -58.42, cordoba -31.41 -64.19, rosario -32.95 -60.65, mendoza -32.89 -68.84, la plata -34.92 -57.95, salta -24.79 -65.41,
    san miguel de tucuman -26.82 -65.22, jujuy -24.19 -65.3, neuquen -38.95 -68.06, bariloche -41.13 -71.31, ushuaia -54.8 -68.3, santa fe -31.63 -60.7`,
  UY: 'montevideo -34.88 -56.17, salto -31.38 -57.96, paysandu -32.32 -58.08, maldonado -34.9 -54.95',
  PY: 'asuncion -25.29 -57.62, ciudad del este -25.51 -54.61, encarnacion -27.33 -55.87',
  MX: `ciudad de mexico 19.43 -99.13, mexico 19.43 -99.13, guadalajara 20.67 -103.35, monterrey 25.67 -100.31, puebla 19.04 -98.2, oaxaca 17.06 -96.72, merida 20.97 -89.62,
    queretaro 20.59 -100.39, san cristobal de las casas 16.74 -92.64, tuxtla gutierrez 16.75 -93.12, morelia 19.7 -101.19, xalapa 19.54 -96.91,
    veracruz 19.18 -96.13, leon 21.12 -101.68, tijuana 32.51 -117.02, cuernavaca 18.92 -99.23, san luis potosi 22.15 -100.98`,
  GT: 'guatemala 14.63 -90.51, ciudad de guatemala 14.63 -90.51, quetzaltenango 14.84 -91.52, antigua guatemala 14.56 -90.73, coban 15.47 -90.37',
  HN: 'tegucigalpa 14.08 -87.2, san pedro sula 15.5 -88.03, la ceiba 15.77 -86.79',
  SV: 'san salvador 13.69 -89.22, santa ana 13.98 -89.56, san miguel 13.48 -88.18',
  NI: 'managua 12.13 -86.25, leon 12.43 -86.88, granada 11.93 -85.96, matagalpa 12.93 -85.92',
  CR: 'san jose 9.93 -84.08, alajuela 10.02 -84.21, cartago 9.86 -83.92, heredia 10 -84.12, limon 9.99 -83.03',
  PA: 'panama 8.98 -79.52, ciudad de panama 8.98 -79.52, david 8.43 -82.43, colon 9.36 -79.9',
  CU: 'la habana 23.13 -82.36, santiago de cuba 20.02 -75.83, holguin 20.89 -76.26',
  DO: 'santo domingo 18.48 -69.93, santiago de los caballeros 19.45 -70.7',
  PR: 'san juan 18.44 -66.08, ponce 18.01 -66.61',
  BR: 'brasilia -15.79 -47.88, sao paulo -23.55 -46.63, rio de janeiro -22.91 -43.2, porto alegre -30.03 -51.22, salvador -12.97 -38.5, manaus -3.12 -60.02',
  ES: `madrid 40.42 -3.7, barcelona 41.39 2.17, valencia 39.47 -0.38, sevilla 37.39 -5.98, zaragoza 41.65 -0.88, malaga 36.72 -4.42, bilbao 43.26 -2.93,
    granada 37.18 -3.6, cordoba 37.88 -4.78, murcia 37.99 -1.13, palma 39.57 2.65, vigo 42.23 -8.72`,
  US: 'washington 38.9 -77.04, nueva york 40.71 -74, los angeles 34.05 -118.24, miami 25.77 -80.19, chicago 41.88 -87.63, houston 29.76 -95.37',
  GQ: 'malabo 3.75 8.78',
};

const ENTRY = /^(.+) (-?[\d.]+) (-?[\d.]+)$/;

const parsed = Object.entries(PLACES).flatMap(([country, list]) =>
  list.split(',').flatMap(text => {
    const [, name = '', latitude, longitude] = ENTRY.exec(text.trim()) ?? [];
    return { country, name, latitude: Number(latitude), longitude: Number(longitude) };
  }),
);

const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();

/** The position of a place such as 'Cusco' or 'Silvia, Cauca', which may be in another country; null if it is not known. */
function placePosition(place: string, country: string): Position | null {
  for (const name of place.split(',').map(plain)) {
    const named = parsed.filter(known => known.name === name);
    const found = named.find(known => known.country === country) ?? named[0];
    if (found !== undefined) return { latitude: found.latitude, longitude: found.longitude };
  }
  return null;
}

/** The position of a country's capital; null if it is not known. */
function capitalPosition(country: string): Position | null {
  const found = parsed.find(known => known.country === country);
  return found === undefined ? null : { latitude: found.latitude, longitude: found.longitude };
}
