import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeDataFolder } from '../data-folder.ts';
import { testDatabase } from '../database.ts';
import { lockTable } from '../table-lock.ts';
import { dataFolder, type ExitResult, launchCommand, preparedFolder, startMinga } from './minga-process.ts';
import { hasAccount, register } from './requests.ts';

const backup = (args: string[], settings: Record<string, string>): Promise<ExitResult> =>
  launchCommand('backup', args, settings).ended;
const restore = (args: string[], settings: Record<string, string>): Promise<ExitResult> =>
  launchCommand('restore', args, settings).ended;

/** A folder without a database; removed after the test. */
async function emptyFolder(): Promise<string> {
  const folder = await makeDataFolder();
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

test('result', async () => {
  const [first, second, backups] = [await preparedFolder(), await dataFolder(), await emptyFolder()];
  const minga = await startMinga({ DATA_DIR: first });
  expect(await register(minga.address, 'ana@example.org')).toBe(201);
  const made = await backup([backups], { DATA_DIR: first });
  expect(made).toMatchObject({ code: 0, stderr: '' });
  const [name = ''] = await readdir(backups);
  expect(name).toMatch(/^minga-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar$/);
  expect(made.stdout).toContain(`Copia de seguridad lista en ${join(backups, name)}: `);
  expect(await hasAccount(minga.address, 'ana@example.org')).toBe(true);

  const file = join(backups, name);
  const restored = await restore(['--hold', file], { DATA_DIR: second });
  expect(restored).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringMatching(/^Restaurada la copia del .*\n.* quedan retenidos hasta que los sueltes/),
  });
  const next = await startMinga({ DATA_DIR: second });
  const twice = await restore([file], { DATA_DIR: second });
  expect(twice).toMatchObject({ code: 1, stderr: expect.stringMatching(/^La base de datos no está vacía/) });
  expect(await hasAccount(next.address, 'ana@example.org')).toBe(true);
  const release = () => launchCommand('deliveries', ['release'], { DATA_DIR: second }).ended;
  expect(await release()).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Sale lo que estaba retenido/),
  });
  expect(await release()).toMatchObject({ code: 0, stdout: 'No había nada retenido.\n' });
  // Nothing else is stored in DATA_DIR: a backup would have to contain it, as it does the rows and the images.
  const isKnown = (entry: string) => ['images', 'postgres', 'postgres.password'].includes(entry);
  expect((await readdir(first)).filter(entry => !isKnown(entry))).toEqual([]);
});

test('an interrupted backup leaves no file that a restore accepts and no record; a complete one leaves both', async () => {
  const [folder, target] = [await emptyFolder(), await emptyFolder()];
  const { url, connection } = await testDatabase();
  const recorded = async () =>
    (
      await connection.pool.query(
        `select bytes::int, recorded_at > now() - interval '1 hour' and milliseconds > 0 as "isRecent"
         from backups where bytes is not null`,
      )
    ).rows;
  const interrupt = async (name: string, signal: NodeJS.Signals): Promise<ExitResult> => {
    const lock = await lockTable(url, 'users');
    const { child, ended } = launchCommand('backup', [join(folder, name)], {
      DATABASE_URL: url,
      DATA_DIR: folder,
    });
    await lock.waitForWaiter('minga backup');
    child.kill(signal);
    const result = await ended;
    await lock.release();
    return result;
  };
  expect((await interrupt('killed.tar', 'SIGKILL')).code).toBeNull();
  const [left = '', ...others] = await readdir(folder);
  expect(left).toMatch(/^killed\.tar\..*\.part$/);
  expect(others).toEqual([]);
  const restored = await restore([join(folder, left)], { DATA_DIR: target });
  expect(restored).toMatchObject({ code: 1, stderr: expect.stringMatching(/está dañada o incompleta/) });
  expect(await readdir(target)).toEqual([]);

  const terminated = await interrupt('terminated.tar', 'SIGTERM');
  expect(terminated).toMatchObject({ code: 1, stderr: 'Interrumpida: no quedó ninguna copia.\n' });
  expect(await readdir(folder)).toEqual([left]);
  expect(await recorded()).toEqual([]);

  const whole = join(folder, 'whole.tar');
  const make = () => backup([whole], { DATABASE_URL: url, DATA_DIR: folder });
  expect(await make()).toMatchObject({ code: 0, stderr: '' });
  const { size } = await stat(whole);
  expect(await recorded()).toEqual([{ bytes: size, isRecent: true }]);
  await rm(whole);
  await connection.pool.query('alter table backups add constraint no_more check (bytes = 0) not valid');
  const unrecorded = await make();
  expect(unrecorded).toMatchObject({ code: 0, stderr: expect.stringMatching(/no se pudo anotar/) });
  expect((await stat(whole)).size).toBeGreaterThan(0);
});

test('both commands print their usage, and a backup creates no database', async () => {
  expect(await backup([], {})).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Así se usa: npm run backup/),
  });
  expect(await restore(['--fast', 'a.tar'], {})).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Así se usa: npm run restore/),
  });
  const folder = await emptyFolder();
  const elsewhere = await backup([folder], { DATA_DIR: join(folder, 'otra') });
  expect(elsewhere).toMatchObject({ code: 1, stderr: expect.stringMatching(/no hay ninguna base de datos/) });
  expect(await readdir(folder)).toEqual([]);
});
