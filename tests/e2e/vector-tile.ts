/** Pixels of the tile, from 0 to 4096. */
type Ring = readonly (readonly [x: number, y: number])[];

export interface TileFeature {
  readonly type: 'point' | 'line' | 'polygon';
  readonly points: Ring;
  readonly tags: Readonly<Record<string, string>>;
}

const EXTENT = 4096;
const TYPES = { point: 1, line: 2, polygon: 3 };
const [MOVE, LINE, CLOSE] = [1, 2, 7];

/** Encodes a vector tile (Mapbox Vector Tile 2.1) with these layers; each feature is one point, line or polygon. */
export const vectorTile = (layers: Readonly<Record<string, readonly TileFeature[]>>): Uint8Array =>
  message(Object.entries(layers).map(([name, features]) => bytesField(3, layerOf(name, features))));

function layerOf(name: string, features: readonly TileFeature[]): Uint8Array {
  const keys = [...new Set(features.flatMap(({ tags }) => Object.keys(tags)))];
  const values = [...new Set(features.flatMap(({ tags }) => Object.values(tags)))];
  const encoded = features.map(({ type, points, tags }) => {
    const pairs = Object.entries(tags).flatMap(([key, value]) => [keys.indexOf(key), values.indexOf(value)]);
    return bytesField(
      2,
      message([
        bytesField(2, message(pairs.map(varint))),
        varintField(3, TYPES[type]),
        bytesField(4, message(geometryOf(type, points).map(varint))),
      ]),
    );
  });
  return message([
    bytesField(1, textBytes(name)),
    ...encoded,
    ...keys.map(key => bytesField(3, textBytes(key))),
    ...values.map(value => bytesField(4, bytesField(1, textBytes(value)))),
    varintField(5, EXTENT),
    varintField(15, 2),
  ]);
}

/** Commands with relative coordinates; polygons must be clockwise on the screen. */
function geometryOf(type: TileFeature['type'], points: Ring): number[] {
  const steps = points.map(([x, y], index) => {
    const [lastX, lastY] = points[index - 1] ?? [0, 0];
    return [zigzag(x - lastX), zigzag(y - lastY)];
  });
  const [first = [], ...others] = steps;
  const lines = others.length > 0 ? [(others.length << 3) | LINE, ...others.flat()] : [];
  return [(1 << 3) | MOVE, ...first, ...lines, ...(type === 'polygon' ? [(1 << 3) | CLOSE] : [])];
}

const zigzag = (value: number) => (value << 1) ^ (value >> 31);
const textBytes = (text: string) => new TextEncoder().encode(text);
const message = (parts: readonly Uint8Array[]): Uint8Array => Buffer.concat(parts);
const varintField = (field: number, value: number) => message([varint(field << 3), varint(value)]);
const bytesField = (field: number, bytes: Uint8Array) =>
  message([varint((field << 3) | 2), varint(bytes.length), bytes]);

/** Seven bits a byte, the lowest first. */
export function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 0x7f) {
    bytes.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  return Uint8Array.from([...bytes, rest]);
}
