import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { testS3 } from '../../../test/s3.ts';
import { SettingError } from '../../settings.ts';
import { createImageStore, type ImageStore } from './store.ts';

const folder = await mkdtemp(join(tmpdir(), 'minga-store-'));
const s3Url = await testS3(join(folder, 's3'));
afterAll(() => rm(folder, { recursive: true }));

const onDisk = createImageStore({ settings: { dataDir: folder, s3Url: null } });
const onS3 = createImageStore({ settings: { dataDir: folder, s3Url } });

async function contents(store: ImageStore, key: string): Promise<string | null> {
  const file = await store.read(key);
  if (file === null) return null;
  const bytes = await buffer(await file.open());
  expect(file.length).toBe(bytes.length);
  return bytes.toString();
}

describe.each([
  ['disk', onDisk],
  ['S3', onS3],
])('images on %s', (_, store) => {
  it('are read as they were written', async () => {
    await store.write('a1/320.webp', Buffer.from('ñandú'));
    expect(await contents(store, 'a1/320.webp')).toBe('ñandú');
    await store.write('a1/320.webp', Buffer.from('otra'));
    expect(await contents(store, 'a1/320.webp')).toBe('otra');
  });

  it('are null where there are none', async () => {
    expect(await store.read('a1/640.webp')).toBeNull();
    expect(await store.read('none/320.webp')).toBeNull();
  });

  it('are removed with all their files, those of others stay, and twice does no harm', async () => {
    await store.write('b1/320.webp', Buffer.from('1'));
    await store.write('b1/og.jpg', Buffer.from('2'));
    await store.write('b10/320.webp', Buffer.from('3'));
    for (let time = 0; time < 2; time += 1) await store.removeAll('b1', ['320.webp', '640.webp', 'og.jpg']);
    expect(await contents(store, 'b1/320.webp')).toBeNull();
    expect(await contents(store, 'b1/og.jpg')).toBeNull();
    expect(await contents(store, 'b10/320.webp')).toBe('3');
  });
});

it('leaves nothing behind where a file cannot be written to its end', async () => {
  // The name is taken by a folder: writing beside it works, renaming does not, as on a disk that fails halfway.
  await onDisk.write('c1/320.webp/x', Buffer.from('in the way'));
  await expect(onDisk.write('c1/320.webp', Buffer.from('whole'))).rejects.toThrow();
  expect(await readdir(join(folder, 'images', 'c1'))).toEqual(['320.webp']);
});

it('throws when the store is away', async () => {
  const nobody = createImageStore({ settings: { dataDir: folder, s3Url: 'http://127.0.0.1:1/minga' } });
  await expect(nobody.read('a1/320.webp')).rejects.toThrow();
  await expect(nobody.write('a1/320.webp', Buffer.from('x'))).rejects.toThrow();
  await writeFile(join(folder, 'file'), '');
  const noFolder = createImageStore({ settings: { dataDir: join(folder, 'file'), s3Url: null } });
  await expect(noFolder.write('a1/320.webp', Buffer.from('x'))).rejects.toThrow();
});

it.each(['https://s3.example.org', 's3://s3.example.org/', 'https://s3.example.org/bucket/more'])(
  'stops the start with one sentence for %s',
  s3Url => {
    expect(() => createImageStore({ settings: { dataDir: folder, s3Url } })).toThrow(SettingError);
  },
);
