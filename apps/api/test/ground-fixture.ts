import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Entry, Header } from 'pmtiles';
import { onTestFinished } from 'vitest';
import { archiveStart } from '../src/ground/archive.ts';

interface Options {
  readonly bounds?: readonly [number, number, number, number];
  readonly layers?: string[];
  readonly tileType?: number;
}

const ZOOM_MAX = 7;
const OCEAN = Buffer.from('ocean');
/** The ids of the last zoom, all of which are ocean: one entry. */
const OCEAN_FROM = (4 ** ZOOM_MAX - 1) / 3;

/** A map of the world up to zoom 7, whose tiles contain their ids. The directories have leaves. */
export function worldMap({
  bounds = [-180, -85, 180, 85],
  layers = ['earth', 'roads'],
  tileType = 1,
}: Options = {}): Buffer {
  const entries: Entry[] = [];
  const contents: Buffer[] = [];
  let bytes = 0;
  const add = (tileId: number, runLength: number, content: Buffer) => {
    entries.push({ tileId, runLength, offset: bytes, length: content.length });
    contents.push(content);
    bytes += content.length;
  };
  // Lengths that no pattern has, so that the directory does not shrink to one request.
  for (let id = 0; id < OCEAN_FROM; id += 1) add(id, 1, Buffer.from(`${id}${'.'.repeat((id * 7919) % 61)}`));
  add(OCEAN_FROM, 4 ** ZOOM_MAX, OCEAN);
  const start = archiveStart({
    entries,
    bounds,
    bytes,
    zooms: [0, ZOOM_MAX],
    contents: contents.length,
    metadata: { vector_layers: layers.map(id => ({ id })) },
    source: { clustered: true, tileCompression: 1, tileType } as Header,
  });
  return Buffer.concat([start, ...contents]);
}

/** A folder of the test, with these files. */
export async function folderWith(files: Record<string, Buffer | string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'minga-ground-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  return folder;
}
