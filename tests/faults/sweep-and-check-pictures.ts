import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Connection } from '../../apps/api/src/platform/database/connection.ts';
import { sweepImages } from '../../apps/api/src/platform/images/images.ts';
import { PREVIEW_FILE, versionFile } from '../../apps/api/src/platform/images/picture.ts';
import { createImageStore } from '../../apps/api/src/platform/images/store.ts';
import { createLog } from '../../apps/api/src/platform/log.ts';

const TWO_HOURS_MS = 2 * 60 * 60 * 1000;

/**
 * Sweeps with the clock two hours ahead. After that every file must belong to a picture in use, and every such picture must
 * have all of its files.
 */
export async function sweepAndCheckPictures({ db, pool }: Connection, folder: string) {
  const store = createImageStore({ settings: { dataDir: folder, s3Url: null } });
  const clock = () => new Date(Date.now() + TWO_HOURS_MS);
  let swept = 0;
  for (let removed = 1; removed > 0; swept += removed)
    removed = await sweepImages({ db, clock, store, log: createLog('silent') });
  const { rows } = await pool.query<{ id: string; widths: number[]; has_avif: boolean; used: boolean }>(
    'select id, widths, has_avif, exists (select from activities where image_id = images.id) as used from images',
  );
  const expected = rows.flatMap(({ id, widths, has_avif }) => [
    ...widths.map(width => `${id}/${versionFile(width)}`),
    ...(has_avif ? widths.map(width => `${id}/${versionFile(width, 'avif')}`) : []),
    `${id}/${PREVIEW_FILE}`,
  ]);
  const files = await filesIn(join(folder, 'images'));
  const violations = [
    ...rows.filter(({ used }) => !used).map(({ id }) => `unused picture: ${id}`),
    ...expected.filter(file => !(Number(files.get(file)) > 0)).map(file => `incomplete picture: ${file}`),
    ...[...files.keys()].filter(file => !expected.includes(file)).map(file => `orphan file: ${file}`),
  ];
  return { pictures: rows.length, swept, violations };
}

/** Sizes in bytes, by the path below `folder`. */
async function filesIn(folder: string): Promise<Map<string, number>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = new Map<string, number>();
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(path.slice(folder.length + 1), (await stat(path)).size);
  }
  return files;
}
