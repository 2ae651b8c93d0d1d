import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NOON } from '../../test/app.ts';
import { emptyDatabase } from '../../test/database.ts';
import { databaseContents } from '../../test/database-contents.ts';
import { createSiteFixture } from '../../test/site-fixture.ts';
import { lockTable } from '../../test/table-lock.ts';
import { terminateConnection } from '../../test/terminate-connection.ts';
import { StartProblem } from '../platform/database/start-problem.ts';
import { createImageStore, type ImageStore } from '../platform/images/store.ts';
import { contentOf, createArchiveWriter, entriesOf } from './archive.ts';
import { MANIFEST_FILE, MANIFEST_SUM_FILE, type Manifest } from './manifest.ts';
import { openBackup } from './open-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { addManifest, writeBackup } from './write-backup.ts';

const folder = await mkdtemp(join(tmpdir(), 'minga-rejected-'));
afterAll(() => rm(folder, { recursive: true }));
const { database, store, pictureId } = await createSiteFixture(join(folder, 'source'));
const validArchive = join(folder, 'whole.tar');
const databaseUrl = await emptyDatabase();
const targetStore = createImageStore({ settings: { dataDir: join(folder, 'target'), s3Url: null } });
const backupTo = (path: string, allowsMissing = false) =>
  writeBackup(path, { databaseUrl: database.url, store, clock: () => NOON, allowsMissing });
let bytes = Buffer.alloc(0);

beforeAll(async () => {
  await backupTo(validArchive);
  bytes = await readFile(validArchive);
});

const restoreFile = async (path: string, parts: { databaseUrl: string; store: ImageStore }) =>
  restoreBackup(await openBackup(path), parts);

/** Restores these bytes and returns the error message. Checks that the restore has changed nothing. */
async function rejectionOf(content: Buffer): Promise<string> {
  const path = join(folder, 'spoilt.tar');
  await writeFile(path, content);
  return rejectionOfFile(path);
}

async function rejectionOfFile(path: string): Promise<string> {
  const problem = await restoreFile(path, { databaseUrl, store: targetStore }).catch(error => error);
  expect(problem).toBeInstanceOf(StartProblem);
  expect(await databaseContents(databaseUrl)).toEqual({});
  expect(await readdir(folder)).not.toContain('target');
  return String(problem.message);
}

/** Rebuilds the backup without one entry or with another content for it, and with a changed manifest. */
async function rebuilt(
  omitted: string,
  change: (manifest: Manifest) => object = manifest => manifest,
  replacement?: Buffer,
): Promise<Buffer> {
  const path = join(folder, 'rebuilt.tar');
  const [source, target] = [await open(validArchive), await open(path, 'w')];
  const archive = createArchiveWriter(target, NOON);
  for await (const entry of entriesOf(source)) {
    const content = await buffer(contentOf(source, entry));
    if (entry.name === MANIFEST_FILE) await addManifest(archive, change(JSON.parse(content.toString())));
    else if (entry.name !== omitted && entry.name !== MANIFEST_SUM_FILE)
      await archive.add(entry.name, [content]);
    else if (entry.name === omitted && replacement !== undefined)
      await archive.add(entry.name, [replacement]);
  }
  await archive.finish();
  await Promise.all([source.close(), target.close()]);
  return readFile(path);
}

describe('a restore fails without changes when', () => {
  it('the backup is truncated at any point', async () => {
    for (let part = 0; part < 24; part += 1) {
      expect(await rejectionOf(bytes.subarray(0, Math.floor((bytes.length * part) / 24)))).toMatch(
        /dañada o incompleta/,
      );
    }
    for (const missing of [1, 512, 1024, 1025]) {
      expect(await rejectionOf(bytes.subarray(0, bytes.length - missing))).toMatch(/dañada o incompleta/);
    }
  });

  it('any byte has changed', async () => {
    // The step is small enough to change headers, contents, padding and the end.
    for (let at = 0; at < bytes.length; at += 211) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8((changed.readUInt8(at) + 1) % 256, at);
      const path = join(folder, 'spoilt.tar');
      await writeFile(path, changed);
      await expect(openBackup(path), `byte ${at}`).rejects.toThrow(/dañada o incompleta/);
    }
  });

  it.each([
    ['a picture', `images/${pictureId}/320.avif`, /las imágenes no son las que se guardaron/],
    ['a table', 'tables/public.users.copy.gz', /falta|no es el que se guardó/],
    ['the list', MANIFEST_FILE, /falta manifest\.json/],
  ])('%s is missing', async (_case, name, sentence) => {
    const content = name === MANIFEST_FILE ? await withoutManifest() : await rebuilt(name);
    expect(await rejectionOf(content)).toMatch(sentence);
  });

  it('the file is not a backup', async () => {
    expect(await rejectionOf(Buffer.from('una foto'))).toMatch(/dañada o incompleta/);
    expect(await rejectionOfFile(join(folder, 'nada.tar'))).toMatch(
      /No se puede leer la copia .*nada\.tar \(ENOENT\)/,
    );
  });

  it('its format or migrations are of a newer version', async () => {
    expect(await rejectionOf(await rebuilt('', manifest => ({ ...manifest, format: 2 })))).toMatch(
      /formato .* no conoce/,
    );
    const newer = (manifest: Manifest) => ({
      ...manifest,
      migrations: [...manifest.migrations, Number.MAX_SAFE_INTEGER],
    });
    expect(await rejectionOf(await rebuilt('', newer))).toBe(
      'La copia es de una versión más nueva de Minga: actualiza el programa.',
    );
  });

  it('its rows violate a foreign key', async () => {
    const users = 'tables/public.users.copy.gz';
    const none = gzipSync('');
    const sum = { rows: 0, bytes: none.length, sha256: createHash('sha256').update(none).digest('hex') };
    const withoutUsers = (manifest: Manifest) => ({
      ...manifest,
      tables: manifest.tables.map(table => (table.file === users ? { ...table, ...sum } : table)),
    });
    await writeFile(join(folder, 'spoilt.tar'), await rebuilt(users, withoutUsers, none));
    const restoring = restoreFile(join(folder, 'spoilt.tar'), { databaseUrl, store: targetStore });
    await expect(restoring).rejects.toThrow(/activities_owner_id_users_id_fk/);
    expect(await databaseContents(databaseUrl)).toEqual({});
    await rm(join(folder, 'target'), { recursive: true });
  });

  // docs/rules.md R8.6
  it('the database is not empty', async () => {
    const before = await databaseContents(database.url);
    const restoring = restoreFile(validArchive, { databaseUrl: database.url, store: targetStore });
    await expect(restoring).rejects.toThrow(/La base de datos no está vacía/);
    expect(await databaseContents(database.url)).toEqual(before);
    expect(await readdir(folder)).not.toContain('target');
  });
});

/** The backup without its last two entries, with end-of-archive blocks. */
async function withoutManifest(): Promise<Buffer> {
  const source = await open(validArchive);
  let start = 0;
  for await (const entry of entriesOf(source)) if (entry.name === MANIFEST_FILE) start = entry.contentStart;
  await source.close();
  return Buffer.concat([bytes.subarray(0, start - 512), Buffer.alloc(1024)]);
}

it("skips tables that are not Minga's", async () => {
  await database.connection.pool.query('create table notas (texto text)');
  const path = join(folder, 'notas.tar');
  await backupTo(path);
  await database.connection.pool.query('drop table notas');
  const url = await emptyDatabase();
  const { skipped } = await restoreFile(path, { databaseUrl: url, store: targetStore });
  expect(skipped).toEqual(['notas']);
  const { 'public.backups': records, ...restored } = await databaseContents(url);
  const { 'public.backups': earlierRecords, ...source } = await databaseContents(database.url);
  expect(restored).toEqual(source);
  expect([records?.length, earlierRecords?.length]).toEqual([1, 1]);
});

describe('a backup fails', () => {
  it("for a database without Minga's tables", async () => {
    const url = await emptyDatabase();
    const path = join(folder, 'empty.tar');
    const writing = writeBackup(path, { databaseUrl: url, store, clock: () => NOON, allowsMissing: false });
    await expect(writing).rejects.toThrow(/La base de datos está vacía/);
    expect(await readdir(folder)).not.toContain('empty.tar');
  });

  it('if the file exists', async () => {
    await expect(backupTo(validArchive)).rejects.toThrow(/Ya existe .*whole\.tar/);
    expect(await readFile(validArchive)).toEqual(bytes);
  });

  it('if the database connection breaks', async () => {
    const lock = await lockTable(database.url, 'users');
    const rejection = expect(backupTo(join(folder, 'cut.tar'))).rejects.toThrow();
    await lock.waitForWaiter('minga backup');
    await terminateConnection(database.url, 'minga backup');
    await rejection;
    await lock.release();
    expect((await readdir(folder)).filter(name => name.startsWith('cut'))).toEqual([]);
  });

  it('if the disk has changed what was written', async () => {
    const lock = await lockTable(database.url, 'users');
    const rejection = expect(backupTo(join(folder, 'changed.tar'))).rejects.toThrow(
      /Lo que quedó en .*changed\.tar no es lo que se copió \(.*\): revisa el disco\. No quedó ninguna copia/,
    );
    await lock.waitForWaiter('minga backup');
    const [part = ''] = (await readdir(folder)).filter(name => name.startsWith('changed'));
    const file = await open(join(folder, part), 'r+');
    await file.write('?', 600);
    await file.close();
    await lock.release();
    await rejection;
    expect((await readdir(folder)).filter(name => name.startsWith('changed'))).toEqual([]);
  });

  it('if the folder does not exist', async () => {
    await expect(backupTo(join(folder, 'no', 'copia.tar'))).rejects.toThrow(
      /No se puede escribir .* \(ENOENT\)/,
    );
  });

  it('if image files are missing, unless that is allowed', async () => {
    const file = join(folder, 'source', 'images', pictureId, '640.webp');
    await rename(file, `${file}.away`);
    const path = join(folder, 'lacking.tar');
    await expect(backupTo(path)).rejects.toThrow(
      new RegExp(`Faltan 1 archivos .*${pictureId}/640\\.webp.* No quedó ninguna copia`),
    );
    expect((await readdir(folder)).filter(name => name.startsWith('lacking'))).toEqual([]);
    expect((await backupTo(path, true)).missing).toEqual([`${pictureId}/640.webp`]);
    await rename(`${file}.away`, file);
  });

  it('if the image store is unreachable', async () => {
    await mkdir(join(folder, 'broken'));
    await writeFile(join(folder, 'broken', 'images'), '');
    const nowhere = createImageStore({ settings: { dataDir: folder, s3Url: 'http://127.0.0.1:1/minga' } });
    const path = join(folder, 'away.tar');
    const parts = { databaseUrl: database.url, store: nowhere, clock: () => NOON, allowsMissing: true };
    await expect(writeBackup(path, parts)).rejects.toThrow(/No se pudo leer .* del almacén/);
    expect((await readdir(folder)).filter(name => name.startsWith('away'))).toEqual([]);
  });
});
