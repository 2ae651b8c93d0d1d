import { gzipSync } from 'node:zlib';
import { zxyToTileId } from 'pmtiles';
import { varint } from './vector-tile.ts';

export interface Tile {
  readonly z: number;
  readonly x: number;
  readonly y: number;
  readonly data: Uint8Array;
}

const HEADER_BYTES = 127;
const [GZIP, VECTOR] = [2, 1];

/** A PMTiles file (version 3) of some vector tiles, with a root directory only. */
export function pmtilesFile(
  tiles: readonly Tile[],
  bounds: readonly [west: number, south: number, east: number, north: number],
): Uint8Array {
  const entries = tiles
    .map(({ z, x, y, data }) => ({ id: zxyToTileId(z, x, y), data: gzipSync(data) }))
    .sort((one, other) => one.id - other.id);
  const directory = gzipSync(directoryOf(entries));
  const metadata = gzipSync('{}');
  const content = Buffer.concat(entries.map(({ data }) => data));
  const [root, json] = [HEADER_BYTES, HEADER_BYTES + directory.length];
  const start = json + metadata.length;
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('PMTiles');
  header.writeUInt8(3, 7);
  const numbers = [root, directory.length, json, metadata.length, start, 0, start, content.length];
  const counts = [entries.length, entries.length, entries.length];
  for (const [index, value] of [...numbers, ...counts].entries())
    header.writeBigUInt64LE(BigInt(value), 8 + 8 * index);
  const zooms = tiles.map(({ z }) => z);
  const kinds = [1, GZIP, GZIP, VECTOR, Math.min(...zooms), Math.max(...zooms)];
  for (const [index, value] of kinds.entries()) header.writeUInt8(value, 96 + index);
  for (const [index, degrees] of bounds.entries())
    header.writeInt32LE(Math.round(degrees * 1e7), 102 + 4 * index);
  return Buffer.concat([header, directory, metadata, content]);
}

/** Ids as differences, run lengths, lengths and offsets; offset 0 is that of the following bytes. */
function directoryOf(entries: readonly { id: number; data: Uint8Array }[]): Uint8Array {
  const numbers = [
    entries.length,
    ...entries.map(({ id }, index) => id - (entries[index - 1]?.id ?? 0)),
    ...entries.map(() => 1),
    ...entries.map(({ data }) => data.length),
    ...entries.map((_, index) => (index === 0 ? 1 : 0)),
  ];
  return Buffer.concat(numbers.map(varint));
}
