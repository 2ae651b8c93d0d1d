import type { ExpressionSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl';
import { type Palette, palettes, type Scheme } from './map-palette.ts';

export const GROUND_URL = '/api/mapa.pmtiles';
/** A family of the page: without a `glyphs` URL MapLibre rasterises the letters in the browser. */
const FONT = ['Figtree Variable'];

/** The style of the map: with the ground of the PMTiles file (Protomaps' layers, version 4), or plain paper with a grid. */
export function mapStyle(scheme: Scheme, hasGround: boolean): StyleSpecification {
  const palette = palettes[scheme];
  const paper: LayerSpecification = {
    id: 'paper',
    type: 'background',
    paint: { 'background-color': palette.paper },
  };
  if (hasGround) {
    return {
      version: 8,
      sources: { ground: { type: 'vector', url: `pmtiles://${GROUND_URL}` } },
      layers: [paper, ...areas(palette), ...roads(palette), ...labels(palette)],
    };
  }
  return {
    version: 8,
    sources: { grid: { type: 'geojson', data: { type: 'FeatureCollection', features: [] } } },
    layers: [
      paper,
      { id: 'grid', type: 'line', source: 'grid', paint: { 'line-color': palette.grid, 'line-width': 1 } },
    ],
  };
}

const kind = ['get', 'kind'] satisfies ExpressionSpecification;
const isKind = (...kinds: string[]): ExpressionSpecification => ['in', kind, ['literal', kinds]];
const isPolygon: ExpressionSpecification = ['==', ['geometry-type'], 'Polygon'];

/** Grows exponentially with the zoom, as streets do. */
const width = (...stops: number[]): ExpressionSpecification =>
  ['interpolate', ['exponential', 1.6], ['zoom'], ...stops] as ExpressionSpecification;

const fill = (
  id: string,
  layer: string,
  color: string,
  filter?: ExpressionSpecification,
  minzoom = 0,
): LayerSpecification => ({
  id,
  type: 'fill',
  source: 'ground',
  'source-layer': layer,
  minzoom,
  filter: filter ? ['all', isPolygon, filter] : isPolygon,
  paint: { 'fill-color': color },
});

const line = (
  id: string,
  layer: string,
  filter: ExpressionSpecification,
  paint: NonNullable<Extract<LayerSpecification, { type: 'line' }>['paint']>,
): LayerSpecification => ({
  id,
  type: 'line',
  source: 'ground',
  'source-layer': layer,
  filter,
  layout: { 'line-cap': 'round', 'line-join': 'round' },
  paint,
});

const areas = (palette: Palette): LayerSpecification[] => [
  fill('earth', 'earth', palette.land),
  fill(
    'wood',
    'landuse',
    palette.wood,
    isKind('forest', 'wood', 'nature_reserve', 'national_park', 'protected_area', 'scrub'),
  ),
  fill(
    'park',
    'landuse',
    palette.park,
    isKind(
      'park',
      'grass',
      'meadow',
      'garden',
      'pitch',
      'playground',
      'recreation_ground',
      'cemetery',
      'golf_course',
      'village_green',
      'allotments',
    ),
  ),
  fill(
    'civic',
    'landuse',
    palette.civic,
    isKind(
      'school',
      'university',
      'college',
      'hospital',
      'kindergarten',
      'library',
      'pedestrian',
      'military',
      'industrial',
      'aerodrome',
    ),
    11,
  ),
  fill('water', 'water', palette.water),
  line('stream', 'water', isKind('river', 'stream', 'canal'), {
    'line-color': palette.water,
    'line-width': width(9, 0.6, 14, 2.5, 18, 8),
  }),
  fill('building', 'buildings', palette.building, isKind('building', 'building_part'), 14),
  line('border', 'boundaries', isKind('country', 'region'), {
    'line-color': palette.border,
    'line-width': 1,
    'line-dasharray': [3, 2],
  }),
];

function roads(palette: Palette): LayerSpecification[] {
  const main = isKind('highway', 'major_road');
  const minor = isKind('minor_road', 'other');
  const edge = { 'line-color': palette.roadEdge };
  return [
    line('path', 'roads', isKind('path'), {
      'line-color': palette.path,
      'line-width': width(13, 0.6, 18, 2.5),
      'line-dasharray': [2, 1.5],
    }),
    line('minor-edge', 'roads', minor, { ...edge, 'line-width': width(12, 1.2, 15, 5, 18, 20) }),
    line('main-edge', 'roads', main, { ...edge, 'line-width': width(7, 0.8, 12, 3.5, 15, 9, 18, 28) }),
    line('rail', 'roads', isKind('rail'), {
      'line-color': palette.rail,
      'line-width': width(11, 0.8, 18, 3),
      'line-dasharray': [4, 1],
    }),
    line('minor', 'roads', minor, {
      'line-color': palette.road,
      'line-width': width(12, 0.6, 15, 3.6, 18, 17),
    }),
    line('main', 'roads', main, {
      'line-color': palette.mainRoad,
      'line-width': width(7, 0.4, 12, 2.2, 15, 7, 18, 24),
    }),
  ];
}

/** Names as people on the spot write them. */
const name: ExpressionSpecification = ['coalesce', ['get', 'name:es'], ['get', 'name']];

function labels(palette: Palette): LayerSpecification[] {
  const paint = { 'text-halo-color': palette.halo, 'text-halo-width': 1.6 };
  const along = { 'text-field': name, 'text-font': FONT, 'symbol-placement': 'line' } as const;
  const at = { 'text-field': name, 'text-font': FONT, 'text-max-width': 8, 'text-padding': 4 } as const;
  const rank: ExpressionSpecification = ['-', 0, ['coalesce', ['get', 'population_rank'], 0]];
  return [
    {
      id: 'road-name',
      type: 'symbol',
      source: 'ground',
      'source-layer': 'roads',
      minzoom: 13,
      filter: isKind('highway', 'major_road', 'minor_road'),
      layout: { ...along, 'text-size': ['interpolate', ['linear'], ['zoom'], 13, 11, 18, 15] },
      paint: { ...paint, 'text-color': palette.textSoft },
    },
    {
      id: 'stream-name',
      type: 'symbol',
      source: 'ground',
      'source-layer': 'water',
      minzoom: 12,
      filter: isKind('river', 'stream', 'canal'),
      layout: { ...along, 'text-size': 13, 'text-letter-spacing': 0.06 },
      paint: { ...paint, 'text-color': palette.waterText },
    },
    {
      id: 'quarter-name',
      type: 'symbol',
      source: 'ground',
      'source-layer': 'places',
      minzoom: 12,
      filter: isKind('neighbourhood', 'macrohood'),
      layout: { ...at, 'text-size': 13 },
      paint: { ...paint, 'text-color': palette.textSoft },
    },
    {
      id: 'town-name',
      type: 'symbol',
      source: 'ground',
      'source-layer': 'places',
      filter: isKind('locality', 'region', 'country'),
      layout: {
        ...at,
        'symbol-sort-key': rank,
        'text-size': ['interpolate', ['linear'], ['zoom'], 4, 12, 12, 18],
      },
      paint: { ...paint, 'text-color': palette.text },
    },
  ];
}
