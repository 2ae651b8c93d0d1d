import { open, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { PMTiles, tileIdToZxy, zxyToTileId } from 'pmtiles';
import { describe, expect, onTestFinished, test } from 'vitest';
import { folderWith, worldMap } from '../../test/ground-fixture.ts';
import { loopbackServer } from '../../test/loopback-server.ts';
import { type Bounds, extractGround, tileRanges } from './extract.ts';
import { openGround } from './source.ts';

const CAUCA: Bounds = [-77.5, 1.5, -76, 3];
const never = new AbortController().signal;

async function extract(location: string, path: string, bounds = CAUCA, maxZoom = 15, signal = never) {
  const source = await openGround(location);
  try {
    return await extractGround(source, path, { bounds, maxZoom, signal });
  } finally {
    await source.close();
  }
}

/** Opens a file with the reader that the browser has. */
async function archiveAt(path: string): Promise<PMTiles> {
  const file = await open(path);
  onTestFinished(() => file.close());
  return new PMTiles({
    getKey: () => path,
    getBytes: async (offset, length) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
      return { data: Uint8Array.from(buffer.subarray(0, bytesRead)).buffer };
    },
  });
}

/** The columns and rows of a zoom that touch the bounds, as the specification of map tiles calculates them. */
function isTouched([west, south, east, north]: Bounds, zoom: number, x: number, y: number): boolean {
  const count = 2 ** zoom;
  const longitude = (column: number) => (column / count) * 360 - 180;
  const latitude = (row: number) => (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / count))) * 180) / Math.PI;
  const isInColumns = longitude(x) <= east && longitude(x + 1) > west;
  return isInColumns && latitude(y + 1) < north && latitude(y) >= south;
}

/** Not on the edge of a tile, on which the two calculations round differently. */
const degrees = (limit: number) =>
  fc.integer({ min: -limit * 100, max: limit * 100 }).map(value => value / 100 + 0.00137);

test('ranges contain exactly the tiles that touch the bounds', () => {
  fc.assert(
    fc.property(degrees(179), degrees(84), degrees(179), degrees(84), (a, b, c, d) => {
      const bounds: Bounds = [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
      const ranges = tileRanges(bounds, [0, 5]);
      const isWanted = (id: number) => ranges.some(({ start, end }) => id >= start && id < end);
      const wrong: number[] = [];
      for (let id = 0; id < (4 ** 6 - 1) / 3; id += 1) {
        const [zoom, x, y] = tileIdToZxy(id);
        if (isWanted(id) !== isTouched(bounds, zoom, x, y)) wrong.push(id);
      }
      expect(wrong).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

test('a region has all its tiles and no others, with their bytes', async () => {
  const folder = await folderWith({ 'world.pmtiles': worldMap() });
  const path = join(folder, 'mapa.pmtiles');
  const { tiles, bytes } = await extract(join(folder, 'world.pmtiles'), path);
  const archive = await archiveAt(path);
  const contentOf = async (zoom: number, x: number, y: number) => {
    const tile = await archive.getZxy(zoom, x, y);
    return tile && Buffer.from(tile.data).toString();
  };
  let found = 0;
  for (let id = 0; id < (4 ** 8 - 1) / 3; id += 1) {
    const [zoom, x, y] = tileIdToZxy(id);
    if (!isTouched(CAUCA, zoom, x, y)) continue;
    found += 1;
    expect(await contentOf(zoom, x, y)).toMatch(zoom === 7 ? /^ocean$/ : new RegExp(`^${id}\\.*$`));
  }
  expect(tiles).toBe(found);
  expect(await contentOf(6, 0, 0)).toBeUndefined();
  expect(await archive.getHeader()).toMatchObject({
    minZoom: 0,
    maxZoom: 7,
    minLon: -77.5,
    minLat: 1.5,
    maxLon: -76,
    maxLat: 3,
    clustered: true,
  });
  expect(await archive.getMetadata()).toEqual({ vector_layers: [{ id: 'earth' }, { id: 'roads' }] });
  expect((await stat(path)).size).toBe(bytes);
});

test('the whole world is the same, with leaves', async () => {
  const world = worldMap();
  const folder = await folderWith({ 'world.pmtiles': world });
  const path = join(folder, 'mapa.pmtiles');
  await extract(join(folder, 'world.pmtiles'), path, [-180, -85, 180, 85]);
  expect((await readFile(path)).equals(world)).toBe(true);
});

test('fewer zooms', async () => {
  const folder = await folderWith({ 'world.pmtiles': worldMap() });
  const path = join(folder, 'mapa.pmtiles');
  await extract(join(folder, 'world.pmtiles'), path, CAUCA, 3);
  const archive = await archiveAt(path);
  expect(await archive.getHeader()).toMatchObject({ minZoom: 0, maxZoom: 3 });
});

describe('at an address', () => {
  const range = /bytes=(\d+)-(\d+)/;

  test('only parts are requested, and a failed request is repeated', async () => {
    const world = worldMap();
    let [sent, failures] = [0, 1];
    const server = await loopbackServer((request, _body, response) => {
      const [, from, to] = range.exec(request.headers.range ?? '') ?? [];
      if (failures-- > 0) return void response.writeHead(503).end();
      const part = world.subarray(Number(from), Number(to) + 1);
      sent += part.length;
      response
        .writeHead(206, { etag: '"1"', 'content-range': `bytes ${from}-${to}/${world.length}` })
        .end(part);
    });
    onTestFinished(() => server.stop());
    const folder = await folderWith({ 'world.pmtiles': world });
    const [local, remote] = [join(folder, 'local.pmtiles'), join(folder, 'remote.pmtiles')];
    await extract(join(folder, 'world.pmtiles'), local);
    await extract(`http://${server.host}/world.pmtiles`, remote);
    expect((await readFile(remote)).equals(await readFile(local))).toBe(true);
    expect(sent).toBeLessThan(world.length / 2);
  });

  test.each([
    [200, 'no entrega partes de un archivo'],
    [404, 'no hay ningún mapa (404)'],
  ])('status %s', async (status, sentence) => {
    const server = await loopbackServer((_request, _body, response) => void response.writeHead(status).end());
    onTestFinished(() => server.stop());
    await expect(openGround(`http://${server.host}/world.pmtiles`)).rejects.toThrow(sentence);
  });

  test('a file that is replaced while it is read', async () => {
    const world = worldMap();
    let version = 0;
    const server = await loopbackServer((request, _body, response) => {
      const [, from, to] = range.exec(request.headers.range ?? '') ?? [];
      response
        .writeHead(206, { etag: `"${++version}"`, 'content-range': `bytes ${from}-${to}/${world.length}` })
        .end(world.subarray(Number(from), Number(to) + 1));
    });
    onTestFinished(() => server.stop());
    await expect(openGround(`http://${server.host}/a.pmtiles`)).rejects.toThrow('cambió mientras se leía');
  });
});

test('an interruption leaves the former file and nothing else', async () => {
  const folder = await folderWith({ 'world.pmtiles': worldMap(), 'mapa.pmtiles': 'former' });
  const interruption = new AbortController();
  interruption.abort(new Error('interrupted'));
  const path = join(folder, 'mapa.pmtiles');
  const work = extract(join(folder, 'world.pmtiles'), path, CAUCA, 15, interruption.signal);
  await expect(work).rejects.toThrow('interrupted');
  expect(await readFile(path, 'utf8')).toBe('former');
  expect((await readdir(folder)).toSorted()).toEqual(['mapa.pmtiles', 'world.pmtiles']);
});

test('ids of squares are contiguous, on which ranges depend', () => {
  const first = zxyToTileId(5, 8, 12);
  const ids = [0, 1, 2, 3].flatMap(x => [0, 1, 2, 3].map(y => zxyToTileId(5, 8 + x, 12 + y)));
  expect(Math.max(...ids) - Math.min(...ids)).toBe(15);
  expect(ids).toContain(first);
});
