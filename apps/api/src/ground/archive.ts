import { gzipSync } from 'node:zlib';
import type { Entry, Header } from 'pmtiles';

/** The parts of a file of the format PMTiles (version 3) before its tiles. */
export interface ArchiveStart {
  readonly entries: readonly Entry[];
  readonly metadata: Record<string, unknown>;
  /** West, south, east and north, in degrees. */
  readonly bounds: readonly [number, number, number, number];
  readonly zooms: readonly [min: number, max: number];
  /** The number of tiles with different bytes, and the size of all of them in bytes. */
  readonly contents: number;
  readonly bytes: number;
  /** The source, which has the compression and the kind of the tiles. */
  readonly source: Header;
}

const HEADER_BYTES = 127;
const GZIP = 2;
/** Readers fetch the header and the root directory with one request of this size. */
const FIRST_BYTES = 16_384;
const LEAF_ENTRIES = 4_096;

/** The bytes of the header, the directories and the metadata. The tiles follow them. */
export function archiveStart(start: ArchiveStart): Buffer {
  const metadata = gzipSync(JSON.stringify(start.metadata));
  const { root, leaves } = directories(start.entries);
  return Buffer.concat([header(start, root.length, metadata.length, leaves.length), root, metadata, leaves]);
}

/** All entries in the root directory, or in leaves of which the root has so many that it fits into the first request. */
function directories(entries: readonly Entry[]): { root: Buffer; leaves: Buffer } {
  const whole = directory(entries);
  const limit = FIRST_BYTES - HEADER_BYTES;
  if (whole.length <= limit) return { root: whole, leaves: Buffer.alloc(0) };
  for (let size = LEAF_ENTRIES; ; size *= 2) {
    const pages: Buffer[] = [];
    const links: Entry[] = [];
    let offset = 0;
    for (let index = 0; index < entries.length; index += size) {
      const page = directory(entries.slice(index, index + size));
      links.push({ tileId: entries[index]?.tileId ?? 0, offset, length: page.length, runLength: 0 });
      pages.push(page);
      offset += page.length;
    }
    const root = directory(links);
    if (root.length <= limit) return { root, leaves: Buffer.concat(pages) };
  }
}

/** Differences of ids, run lengths, lengths and offsets. Offset 0 says that the bytes follow those of the previous entry. */
function directory(entries: readonly Entry[]): Buffer {
  const previous = (index: number) => entries[index - 1];
  const follows = ({ offset }: Entry, index: number) => {
    const before = previous(index);
    return before !== undefined && offset === before.offset + before.length;
  };
  const numbers = [
    ...entries.map(({ tileId }, index) => tileId - (previous(index)?.tileId ?? 0)),
    ...entries.map(({ runLength }) => runLength),
    ...entries.map(({ length }) => length),
    ...entries.map((entry, index) => (follows(entry, index) ? 0 : entry.offset + 1)),
  ];
  const bytes: number[] = [];
  for (const number of [entries.length, ...numbers]) appendVarint(bytes, number);
  return gzipSync(Buffer.from(bytes));
}

/** Appends a number in groups of seven bits, the lowest first. Bitwise operators would cut it to 32 bits. */
function appendVarint(bytes: number[], number: number): void {
  let rest = number;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) + 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes.push(rest);
}

function header(start: ArchiveStart, root: number, metadata: number, leaves: number): Buffer {
  const { entries, bounds, zooms, contents, bytes, source } = start;
  const [metadataAt, leavesAt] = [HEADER_BYTES + root, HEADER_BYTES + root + metadata];
  const addressed = entries.reduce((sum, { runLength }) => sum + runLength, 0);
  const places = [HEADER_BYTES, root, metadataAt, metadata, leavesAt, leaves, leavesAt + leaves, bytes];
  const result = Buffer.alloc(HEADER_BYTES);
  result.write('PMTiles');
  result.writeUInt8(3, 7);
  for (const [index, value] of [...places, addressed, entries.length, contents].entries())
    result.writeBigUInt64LE(BigInt(value), 8 + 8 * index);
  const kinds = [Number(source.clustered), GZIP, source.tileCompression, source.tileType, ...zooms];
  for (const [index, value] of kinds.entries()) result.writeUInt8(value, 96 + index);
  const [west, south, east, north] = bounds;
  for (const [index, degrees] of bounds.entries()) result.writeInt32LE(scaled(degrees), 102 + 4 * index);
  result.writeUInt8(zooms[0], 118);
  result.writeInt32LE(scaled((west + east) / 2), 119);
  result.writeInt32LE(scaled((south + north) / 2), 123);
  return result;
}

const scaled = (degrees: number): number => Math.round(degrees * 1e7);
