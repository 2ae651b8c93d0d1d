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
import { contentOf, entriesOf } from './archive-reader.ts';
import { createArchiveWriter } from './archive-writer.ts';
import { MANIFEST_FILE, MANIFEST_SUM_FILE, type Manifest } from './manifest.ts';
import { openBackup } from './open-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { addManifest, writeBackup } from './write-backup.ts';

const folder = await mkdtemp(join(tmpdir(), 'minga-refused-'));
afterAll(() => rm(folder, { recursive: true }));
const { database, store, pictureId } = await createSiteFixture(join(folder, 'source'));
const whole = join(folder, 'whole.tar');
const databaseUrl = await emptyDatabase();
const targetStore = createImageStore({ settings: { dataDir: join(folder, 'target'), s3Url: null } });
const backupTo = (path: string, allowsMissing = false) =>
  writeBackup(path, { databaseUrl: database.url, store, clock: () => NOON, allowsMissing });
let bytes = Buffer.alloc(0);

beforeAll(async () => {
  await backupTo(whole);
  bytes = await readFile(whole);
});

const restoreFile = async (path: string, parts: { databaseUrl: string; store: ImageStore }) =>
  restoreBackup(await openBackup(path), parts);

/** The sentence that a restore of these bytes is refused with; nothing may have been changed. */
async function refusalOf(content: Buffer): Promise<string> {
  const path = join(folder, 'spoilt.tar');
  await writeFile(path, content);
  return refusalOfFile(path);
}

async function refusalOfFile(path: string): Promise<string> {
  const problem = await restoreFile(path, { databaseUrl, store: targetStore }).catch(error => error);
  expect(problem).toBeInstanceOf(StartProblem);
  expect(await databaseContents(databaseUrl)).toEqual({});
  expect(await readdir(folder)).not.toContain('target');
  return String(problem.message);
}

/** The same backup, made anew without an entry or with another content in its place, and with a changed manifest. */
async function made(
  leftOut: string,
  change: (manifest: Manifest) => object = manifest => manifest,
  instead?: Buffer,
): Promise<Buffer> {
  const path = join(folder, 'made.tar');
  const [source, target] = [await open(whole), await open(path, 'w')];
  const archive = createArchiveWriter(target, NOON);
  for await (const entry of entriesOf(source)) {
    const content = await buffer(contentOf(source, entry));
    if (entry.name === MANIFEST_FILE) await addManifest(archive, change(JSON.parse(content.toString())));
    else if (entry.name !== leftOut && entry.name !== MANIFEST_SUM_FILE)
      await archive.add(entry.name, [content]);
    else if (entry.name === leftOut && instead !== undefined) await archive.add(entry.name, [instead]);
  }
  await archive.finish();
  await Promise.all([source.close(), target.close()]);
  return readFile(path);
}

describe('a backup is refused, and nothing is changed, when', () => {
  it('it is cut, wherever', async () => {
    for (let part = 0; part < 24; part += 1) {
      expect(await refusalOf(bytes.subarray(0, Math.floor((bytes.length * part) / 24)))).toMatch(
        /dañada o incompleta/,
      );
    }
    for (const missing of [1, 512, 1024, 1025]) {
      expect(await refusalOf(bytes.subarray(0, bytes.length - missing))).toMatch(/dañada o incompleta/);
    }
  });

  it('a byte of it has changed, whichever', async () => {
    // Of headers, contents, paddings and the end.
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
    const content = name === MANIFEST_FILE ? await withoutManifest() : await made(name);
    expect(await refusalOf(content)).toMatch(sentence);
  });

  it('it is something else', async () => {
    expect(await refusalOf(Buffer.from('una foto'))).toMatch(/dañada o incompleta/);
    expect(await refusalOfFile(join(folder, 'nada.tar'))).toMatch(
      /No se puede leer la copia .*nada\.tar \(ENOENT\)/,
    );
  });

  it('it is of a newer Minga, by its format or its migrations', async () => {
    expect(await refusalOf(await made('', manifest => ({ ...manifest, format: 2 })))).toMatch(
      /formato .* no conoce/,
    );
    const newer = (manifest: Manifest) => ({
      ...manifest,
      migrations: [...manifest.migrations, Number.MAX_SAFE_INTEGER],
    });
    expect(await refusalOf(await made('', newer))).toBe(
      'La copia es de una versión más nueva de Minga: actualiza el programa.',
    );
  });

  it('its rows do not belong together', async () => {
    const users = 'tables/public.users.copy.gz';
    const none = gzipSync('');
    const sum = { rows: 0, bytes: none.length, sha256: createHash('sha256').update(none).digest('hex') };
    const withoutUsers = (manifest: Manifest) => ({
      ...manifest,
      tables: manifest.tables.map(table => (table.file === users ? { ...table, ...sum } : table)),
    });
    await writeFile(join(folder, 'spoilt.tar'), await made(users, withoutUsers, none));
    const restoring = restoreFile(join(folder, 'spoilt.tar'), { databaseUrl, store: targetStore });
    await expect(restoring).rejects.toThrow(/activities_owner_id_users_id_fk/);
    expect(await databaseContents(databaseUrl)).toEqual({});
    await rm(join(folder, 'target'), { recursive: true });
  });

  it('the database holds anything', async () => {
    const before = await databaseContents(database.url);
    const restoring = restoreFile(whole, { databaseUrl: database.url, store: targetStore });
    await expect(restoring).rejects.toThrow(/La base de datos no está vacía/);
    expect(await databaseContents(database.url)).toEqual(before);
    expect(await readdir(folder)).not.toContain('target');
  });
});

/** All but the last two entries, with the end of a tar. */
async function withoutManifest(): Promise<Buffer> {
  const source = await open(whole);
  let start = 0;
  for await (const entry of entriesOf(source)) if (entry.name === MANIFEST_FILE) start = entry.start;
  await source.close();
  return Buffer.concat([bytes.subarray(0, start - 512), Buffer.alloc(1024)]);
}

it('what somebody has put beside the tables is passed over', async () => {
  await database.connection.pool.query('create table notas (texto text)');
  const path = join(folder, 'notas.tar');
  await backupTo(path);
  await database.connection.pool.query('drop table notas');
  const url = await emptyDatabase();
  const { skipped } = await restoreFile(path, { databaseUrl: url, store: targetStore });
  expect(skipped).toEqual(['notas']);
  expect(await databaseContents(url)).toEqual(await databaseContents(database.url));
});

describe('there is no backup', () => {
  it('of a database that Minga has never seen', async () => {
    const url = await emptyDatabase();
    const path = join(folder, 'empty.tar');
    const writing = writeBackup(path, { databaseUrl: url, store, clock: () => NOON, allowsMissing: false });
    await expect(writing).rejects.toThrow(/La base de datos está vacía/);
    expect(await readdir(folder)).not.toContain('empty.tar');
  });

  it('where a file stands already', async () => {
    await expect(backupTo(whole)).rejects.toThrow(/Ya existe .*whole\.tar/);
    expect(await readFile(whole)).toEqual(bytes);
  });

  it('when the database goes away in the middle', async () => {
    const held = await lockTable(database.url, 'users');
    const broken = expect(backupTo(join(folder, 'cut.tar'))).rejects.toThrow();
    await held.waitForWaiter('minga backup');
    await terminateConnection(database.url, 'minga backup');
    await broken;
    await held.release();
    expect((await readdir(folder)).filter(name => name.startsWith('cut'))).toEqual([]);
  });

  it('in a folder that is not there', async () => {
    await expect(backupTo(join(folder, 'no', 'copia.tar'))).rejects.toThrow(
      /No se puede escribir .* \(ENOENT\)/,
    );
  });

  it('without the pictures that the database names, unless that is wanted', async () => {
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

  it('when the store is away', async () => {
    await mkdir(join(folder, 'broken'));
    await writeFile(join(folder, 'broken', 'images'), '');
    const nowhere = createImageStore({ settings: { dataDir: folder, s3Url: 'http://127.0.0.1:1/minga' } });
    const path = join(folder, 'away.tar');
    const parts = { databaseUrl: database.url, store: nowhere, clock: () => NOON, allowsMissing: true };
    await expect(writeBackup(path, parts)).rejects.toThrow(/No se pudo leer .* del almacén/);
    expect((await readdir(folder)).filter(name => name.startsWith('away'))).toEqual([]);
  });
});
