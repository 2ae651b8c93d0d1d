import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { type Entry, zxyToTileId } from 'pmtiles';
import { StartProblem } from '../platform/database/start-problem.ts';
import { archiveStart } from './archive.ts';
import type { GroundSource } from './source.ts';

/** West, south, east and north, in degrees. */
export type Bounds = readonly [west: number, south: number, east: number, north: number];

/** Ids of tiles from `start` until before `end`. */
interface Range {
  readonly start: number;
  readonly end: number;
}

export interface Extract {
  readonly tiles: number;
  readonly bytes: number;
}

/**
 * Writes the tiles of `source` that touch `bounds` to `path`, in one step: readers see the former file or the new one. Throws a StartProblem if the source has no such tiles; then, and if `signal` aborts, nothing changes.
 */
export async function extractGround(
  source: GroundSource,
  path: string,
  { bounds, maxZoom, signal }: { bounds: Bounds; maxZoom: number; signal: AbortSignal },
): Promise<Extract> {
  const { minZoom, maxZoom: sourceZoom, minLon, minLat, maxLon, maxLat } = source.header;
  const [west, south, east, north] = bounds;
  if (west > maxLon || east < minLon || south > maxLat || north < minLat)
    throw new StartProblem(
      `El mapa no llega hasta ahí: cubre ${[minLon, minLat, maxLon, maxLat].join(', ')}.`,
    );
  const zooms = [minZoom, Math.max(minZoom, Math.min(maxZoom, sourceZoom))] as const;
  const found = await findEntries(source, tileRanges(bounds, zooms), signal);
  if (found.length === 0) throw new StartProblem('El mapa no tiene nada en ese rectángulo.');
  const { entries, pieces, bytes } = placed(found);
  const start = archiveStart({
    entries,
    bounds,
    zooms,
    bytes,
    metadata: source.metadata,
    source: source.header,
    contents: pieces.length,
  });
  const unfinished = `${path}.${process.pid}`;
  try {
    const file = await open(unfinished, 'wx', 0o644);
    try {
      await file.appendFile(start);
      await copyPieces(source, file, pieces, signal);
      await file.sync();
    } finally {
      await file.close();
    }
    signal.throwIfAborted();
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  return { tiles: entries.reduce((sum, { runLength }) => sum + runLength, 0), bytes: start.length + bytes };
}

/** The ids of all tiles of the zooms that touch `bounds`, in ascending order without gaps between neighbours. */
export function tileRanges(bounds: Bounds, [min, max]: readonly [number, number]): Range[] {
  const ranges: Range[] = [];
  for (let zoom = min; zoom <= max; zoom += 1) {
    const found: Range[] = [];
    collect(found, tileWindow(bounds, zoom), zoom, [0, 0, 0]);
    for (const range of found.toSorted((one, other) => one.start - other.start)) {
      const last = ranges.at(-1);
      if (last?.end === range.start) ranges[ranges.length - 1] = { start: last.start, end: range.end };
      else ranges.push(range);
    }
  }
  return ranges;
}

type Window = readonly [left: number, top: number, right: number, bottom: number];

/** Adds the tiles of `zoom` below a square. On the curve of Hilbert, by which ids are given, those of one square are contiguous. */
function collect(
  ranges: Range[],
  window: Window,
  zoom: number,
  [level, x, y]: [number, number, number],
): void {
  const size = 2 ** (zoom - level);
  const [left, top, right, bottom] = window;
  const [first, last] = [
    [x * size, y * size],
    [(x + 1) * size - 1, (y + 1) * size - 1],
  ] as const;
  if (first[0] > right || last[0] < left || first[1] > bottom || last[1] < top) return;
  if (first[0] >= left && last[0] <= right && first[1] >= top && last[1] <= bottom) {
    const start = idBase(zoom) + (zxyToTileId(level, x, y) - idBase(level)) * size ** 2;
    ranges.push({ start, end: start + size ** 2 });
    return;
  }
  for (const [right, down] of [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ] as const)
    collect(ranges, window, zoom, [level + 1, 2 * x + right, 2 * y + down]);
}

/** The first id of a zoom. */
const idBase = (zoom: number): number => (4 ** zoom - 1) / 3;

const LATITUDE_MAX = 85.0511;

/** The columns and rows of tiles that touch `bounds` in Web Mercator. */
function tileWindow([west, south, east, north]: Bounds, zoom: number): Window {
  const count = 2 ** zoom;
  const within = (tile: number) => Math.min(count - 1, Math.max(0, Math.floor(tile)));
  const column = (degrees: number) => within(count * (degrees / 360 + 0.5));
  const row = (degrees: number) => {
    const sine = Math.sin((Math.min(LATITUDE_MAX, Math.max(-LATITUDE_MAX, degrees)) * Math.PI) / 180);
    return within(count * (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)));
  };
  return [column(west), row(north), column(east), row(south)];
}

/** Reads the entries of the tiles in `ranges`, each cut to them. */
async function findEntries(source: GroundSource, ranges: Range[], signal: AbortSignal): Promise<Entry[]> {
  const { rootDirectoryOffset, rootDirectoryLength, leafDirectoryOffset } = source.header;
  const found: Entry[] = [];
  async function readDirectory(offset: number, length: number): Promise<void> {
    signal.throwIfAborted();
    const entries = await source.directory(offset, length);
    for (const [index, entry] of entries.entries()) {
      const isLeaf = entry.runLength === 0;
      const end = isLeaf ? (entries[index + 1]?.tileId ?? Infinity) : entry.tileId + entry.runLength;
      const wanted = overlaps(ranges, { start: entry.tileId, end });
      if (isLeaf && wanted.length > 0) await readDirectory(leafDirectoryOffset + entry.offset, entry.length);
      if (!isLeaf)
        for (const part of wanted)
          found.push({ ...entry, tileId: part.start, runLength: part.end - part.start });
    }
  }
  await readDirectory(rootDirectoryOffset, rootDirectoryLength);
  return found;
}

/** The parts of `range` that are in `ranges`, which are in ascending order. */
function overlaps(ranges: readonly Range[], { start, end }: Range): Range[] {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.end ?? 0) <= start) low = middle + 1;
    else high = middle;
  }
  const parts: Range[] = [];
  for (let range = ranges[low]; range !== undefined && range.start < end; range = ranges[++low])
    parts.push({ start: Math.max(start, range.start), end: Math.min(end, range.end) });
  return parts;
}

/** Bytes of the source, from its tile data, that are written one after another. */
interface Piece {
  readonly offset: number;
  readonly length: number;
}

/** The entries with their places in the new file, and the different pieces of the source in that order. */
function placed(found: readonly Entry[]): { entries: Entry[]; pieces: Piece[]; bytes: number } {
  const lengths = new Map(found.map(({ offset, length }) => [offset, length]));
  const pieces = [...lengths].map(([offset, length]) => ({ offset, length }));
  pieces.sort((one, other) => one.offset - other.offset);
  const places = new Map<number, number>();
  let bytes = 0;
  for (const { offset, length } of pieces) {
    places.set(offset, bytes);
    bytes += length;
  }
  return {
    entries: found.map(entry => ({ ...entry, offset: places.get(entry.offset) ?? 0 })),
    pieces,
    bytes,
  };
}

/** A request for a few unused bytes between two pieces costs less than another request. */
const GAP_BYTES = 65_536;
const READ_BYTES = 8_000_000;

async function copyPieces(
  source: GroundSource,
  file: FileHandle,
  pieces: readonly Piece[],
  signal: AbortSignal,
): Promise<void> {
  for (let index = 0; index < pieces.length; ) {
    signal.throwIfAborted();
    const group = nextGroup(pieces, index);
    const [first, last] = [group[0] as Piece, group.at(-1) as Piece];
    const length = last.offset + last.length - first.offset;
    const read = await source.read(source.header.tileDataOffset + first.offset, length);
    const parts = group.map(piece =>
      read.subarray(piece.offset - first.offset, piece.offset - first.offset + piece.length),
    );
    await file.appendFile(Buffer.concat(parts));
    index += group.length;
  }
}

/** The pieces from `index` on that one request reads. */
function nextGroup(pieces: readonly Piece[], index: number): Piece[] {
  const first = pieces[index] as Piece;
  const group = [first];
  for (let next = pieces[index + 1]; next !== undefined; next = pieces[index + group.length]) {
    const last = group.at(-1) as Piece;
    const isNear = next.offset - (last.offset + last.length) <= GAP_BYTES;
    if (!isNear || next.offset + next.length - first.offset > READ_BYTES) break;
    group.push(next);
  }
  return group;
}
