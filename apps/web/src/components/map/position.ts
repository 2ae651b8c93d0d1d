/** WGS 84 degrees. */
export interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

/** West, south, east and north, in degrees. */
export type Bounds = readonly [west: number, south: number, east: number, north: number];

/** Null without positions. */
export function boundsOf(positions: readonly Position[]): Bounds | null {
  if (positions.length === 0) return null;
  const latitudes = positions.map(({ latitude }) => latitude);
  const longitudes = positions.map(({ longitude }) => longitude);
  return [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)];
}

const TILE_PIXELS = 512;
const MERCATOR_LATITUDE_MAX = 85.0511;

/** The pixel of the whole world in Web Mercator at `zoom`, as MapLibre counts zooms. */
export function worldPixel({ latitude, longitude }: Position, zoom: number): { x: number; y: number } {
  const size = TILE_PIXELS * 2 ** zoom;
  const limited = Math.max(-MERCATOR_LATITUDE_MAX, Math.min(MERCATOR_LATITUDE_MAX, latitude));
  const sine = Math.sin((limited * Math.PI) / 180);
  return {
    x: size * (longitude / 360 + 0.5),
    y: size * (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)),
  };
}

const round = (degrees: number) => Number(degrees.toFixed(5));

/** With five decimals, about a metre. */
export const rounded = ({ latitude, longitude }: Position): Position => ({
  latitude: round(latitude),
  longitude: round(longitude),
});
