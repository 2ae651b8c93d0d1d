import { pmtilesFile, type Tile } from './pmtiles-file.ts';
import { type TileFeature, vectorTile } from './vector-tile.ts';

type Degrees = readonly [longitude: number, latitude: number];
interface Shape {
  readonly layer: string;
  readonly type: TileFeature['type'];
  readonly at: readonly Degrees[];
  readonly tags: Readonly<Record<string, string>>;
}

const [WEST, SOUTH, EAST, NORTH] = [-76.68, 2.39, -76.54, 2.5];
const [ZOOM_MIN, ZOOM_MAX] = [8, 12];

const street = (kind: string, name: string, ...at: Degrees[]): Shape => ({
  layer: 'roads',
  type: 'line',
  at,
  tags: { kind, name },
});
const area = (layer: string, kind: string, ...at: Degrees[]): Shape => ({
  layer,
  type: 'polygon',
  at,
  tags: { kind },
});
const place = (kind: string, name: string, at: Degrees): Shape => ({
  layer: 'places',
  type: 'point',
  at: [at],
  tags: { kind, name },
});

/** A few streets, a river and a hill that resemble Popayán, in Protomaps' layers. */
const shapes: readonly Shape[] = [
  area('earth', 'earth', [WEST, NORTH], [EAST, NORTH], [EAST, SOUTH], [WEST, SOUTH]),
  area('landuse', 'wood', [-76.58, 2.49], [-76.55, 2.48], [-76.56, 2.43], [-76.585, 2.44]),
  area('landuse', 'park', [-76.603, 2.447], [-76.598, 2.447], [-76.598, 2.443], [-76.603, 2.443]),
  area('water', 'lake', [-76.64, 2.41], [-76.632, 2.412], [-76.63, 2.406], [-76.638, 2.404]),
  {
    layer: 'water',
    type: 'line',
    at: [
      [-76.55, 2.47],
      [-76.58, 2.452],
      [-76.6, 2.4495],
      [-76.62, 2.454],
      [-76.66, 2.449],
    ],
    tags: { kind: 'river', name: 'Río Molino' },
  },
  street('highway', 'Vía Panamericana', [-76.67, 2.49], [-76.62, 2.465], [-76.6, 2.44], [-76.58, 2.4]),
  street('major_road', 'Carrera 6', [-76.63, 2.46], [-76.606, 2.441], [-76.59, 2.43]),
  street('minor_road', 'Calle 5', [-76.615, 2.435], [-76.606, 2.441], [-76.595, 2.451]),
  street('minor_road', 'Calle 8', [-76.62, 2.438], [-76.609, 2.445], [-76.6, 2.455]),
  street('path', 'Camino al Morro', [-76.6, 2.445], [-76.59, 2.447], [-76.58, 2.44]),
  place('locality', 'Popayán', [-76.6065, 2.4415]),
  place('neighbourhood', 'La Esmeralda', [-76.62, 2.445]),
];

/** The file that an operator cuts from a build of Protomaps, in small. */
export function popayanGround(): Uint8Array {
  const tiles: Tile[] = [];
  for (let z = ZOOM_MIN; z <= ZOOM_MAX; z += 1) {
    const [left, top] = tilePosition([WEST, NORTH], z).map(Math.floor);
    const [right, bottom] = tilePosition([EAST, SOUTH], z).map(Math.floor);
    for (let x = left ?? 0; x <= (right ?? 0); x += 1)
      for (let y = top ?? 0; y <= (bottom ?? 0); y += 1) tiles.push({ z, x, y, data: tileAt(z, x, y) });
  }
  return pmtilesFile(tiles, [WEST, SOUTH, EAST, NORTH]);
}

/** All shapes in each tile: MapLibre clips what lies outside. */
function tileAt(z: number, x: number, y: number): Uint8Array {
  const layers: Record<string, TileFeature[]> = {};
  for (const { layer, type, at, tags } of shapes) {
    const points = at.map((degrees): [number, number] => {
      const [column = 0, row = 0] = tilePosition(degrees, z);
      return [Math.round((column - x) * 4096), Math.round((row - y) * 4096)];
    });
    layers[layer] = [...(layers[layer] ?? []), { type, points, tags }];
  }
  return vectorTile(layers);
}

/** Web Mercator, in tiles. */
function tilePosition([longitude, latitude]: Degrees, z: number): number[] {
  const sine = Math.sin((latitude * Math.PI) / 180);
  const y = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  return [2 ** z * (longitude / 360 + 0.5), 2 ** z * y];
}
