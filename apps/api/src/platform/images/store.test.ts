import { once } from 'node:events';
import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { testS3 } from '../../../test/s3.ts';
import { SettingError } from '../../settings.ts';
import { createLog } from '../log.ts';
import { createImageStore, type ImageStore, imageStoreProblem, prepareDataFolder } from './store.ts';

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
  it('are read with the content that was written', async () => {
    await store.write('a1/320.webp', Buffer.from('ñandú'));
    expect(await contents(store, 'a1/320.webp')).toBe('ñandú');
    await store.write('a1/320.webp', Buffer.from('otra'));
    expect(await contents(store, 'a1/320.webp')).toBe('otra');
  });

  it('are null if they do not exist', async () => {
    expect(await store.read('a1/640.webp')).toBeNull();
    expect(await store.read('none/320.webp')).toBeNull();
  });

  it('are deleted with all their files, without those of other images, and repeatedly without an error', async () => {
    await store.write('b1/320.webp', Buffer.from('1'));
    await store.write('b1/og.jpg', Buffer.from('2'));
    await store.write('b10/320.webp', Buffer.from('3'));
    for (let time = 0; time < 2; time += 1) await store.deleteAll('b1', ['320.webp', '640.webp', 'og.jpg']);
    expect(await contents(store, 'b1/320.webp')).toBeNull();
    expect(await contents(store, 'b1/og.jpg')).toBeNull();
    expect(await contents(store, 'b10/320.webp')).toBe('3');
  });
});

it('is readable on disk by its own user only, also the folder of an earlier release', async () => {
  const dataDir = await mkdtemp(join(folder, 'shared-'));
  const images = join(dataDir, 'images');
  const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);
  await createImageStore({ settings: { dataDir, s3Url: null } }).write('d1/320.webp', Buffer.from('x'));
  expect(await modeOf(images)).toBe('700');
  expect(await modeOf(join(images, 'd1'))).toBe('700');
  expect(await modeOf(join(images, 'd1', '320.webp'))).toBe('600');
  await chmod(images, 0o755);
  await prepareDataFolder({ dataDir, s3Url: null }, createLog('silent'));
  expect(await modeOf(images)).toBe('700');
  await prepareDataFolder({ dataDir: join(folder, 'none'), s3Url: null }, createLog('silent'));
});

it('leaves no partial file after a failed write', async () => {
  // A folder has the target name, so writing the temporary file succeeds and renaming it fails.
  await onDisk.write('c1/320.webp/x', Buffer.from('in the way'));
  await expect(onDisk.write('c1/320.webp', Buffer.from('whole'))).rejects.toThrow();
  expect(await readdir(join(folder, 'images', 'c1'))).toEqual(['320.webp']);
});

it('throws when the store is unavailable', async () => {
  const unreachable = createImageStore({ settings: { dataDir: folder, s3Url: 'http://127.0.0.1:1/minga' } });
  await expect(unreachable.read('a1/320.webp')).rejects.toThrow();
  await expect(unreachable.write('a1/320.webp', Buffer.from('x'))).rejects.toThrow();
  await writeFile(join(folder, 'file'), '');
  const noFolder = createImageStore({ settings: { dataDir: join(folder, 'file'), s3Url: null } });
  await expect(noFolder.write('a1/320.webp', Buffer.from('x'))).rejects.toThrow();
});

it.each(['https://s3.example.org', 's3://s3.example.org/', 'https://s3.example.org/bucket/more'])(
  'rejects an invalid S3_URL: %s',
  s3Url => {
    expect(() => createImageStore({ settings: { dataDir: folder, s3Url } })).toThrow(SettingError);
  },
);

describe('at the start the store of S3_URL is asked', async () => {
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port: closedPort } = closed.address() as AddressInfo;
  closed.close();

  it.each([
    ['that has the bucket', () => s3Url, null],
    ['on the disk', () => null, null],
    [
      'without the bucket',
      () => s3Url.replace(/minga$/, 'otro'),
      /El depósito no existe \(NoSuchBucket\)\.$/,
    ],
    [
      'where nothing listens',
      () => `http://127.0.0.1:${closedPort}/minga`,
      /rechazó la conexión.* \(ECONNREFUSED\)\.$/,
    ],
    ['of a name that nothing has', () => 'https://almacen.invalid/minga', /No encontramos el servidor/],
  ])('%s', async (_case, urlOf, problem) => {
    const found = await imageStoreProblem({ s3Url: urlOf() });
    if (problem === null) expect(found).toBeNull();
    else expect(found).toMatch(problem);
  });
});
