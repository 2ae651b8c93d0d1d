import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { passkeys } from '../../src/modules/accounts/schema.ts';
import { testDatabase } from '../database.ts';
import { signedIn } from '../factories.ts';
import {
  dataFolder,
  type ExitResult,
  launchMinga,
  preparedFolder,
  runCreateSuperadmin,
  runMinga,
  runResetSuperadmin,
  startMinga,
} from './minga-process.ts';
import { signIn } from './requests.ts';

const PUBLIC = { PUBLIC_URL: 'https://minga.example.org', RATE_LIMIT_FACTOR: '1' };
const flags = (email: string, password: string) => [
  ...['--email', email, '--username', 'Rosa Ipia'],
  ...['--password', password],
];

const printedAccount = ({ stdout }: ExitResult) =>
  /Superadministración: +(\S+), contraseña (\S+)/.exec(stdout)?.slice(1) ?? [];

/** Starts that end before the product is ready, whose output nothing can be learnt from. */
const failedStarts: [string, (folder: string) => Promise<ExitResult>][] = [
  [
    'whose port is occupied',
    async folder => {
      const other = createServer().listen(0, '127.0.0.1');
      onTestFinished(() => void other.close());
      await once(other, 'listening');
      const address = other.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      return launchMinga(['--demo'], { DATA_DIR: folder, PORT: String(port) }).ended;
    },
  ],
  ...(['SIGTERM', 'SIGKILL'] as const).map((signal): [string, (folder: string) => Promise<ExitResult>] => [
    `whose demo is interrupted by ${signal}`,
    async folder => {
      const { child, ended } = launchMinga(['--demo'], { DATA_DIR: folder });
      child.stdout?.on('data', (chunk: Buffer) => {
        if (chunk.includes('Creando la comunidad')) child.kill(signal);
      });
      return ended;
    },
  ]),
];

test.concurrent.each(failedStarts)(
  'on a loopback address the password of the superadmin survives a start %s',
  async (_case, fail) => {
    const folder = await preparedFolder();
    expect(printedAccount(await fail(folder))).toEqual([]);
    const minga = await startMinga({ DATA_DIR: folder });
    minga.child.kill('SIGTERM');
    expect(printedAccount(await minga.ended)).toEqual([
      'admin@minga.local',
      expect.stringMatching(/^.{16}$/),
    ]);
  },
);

// docs/rules.md R6.11
test('on a loopback address only the first start creates a superadmin and prints its password', async () => {
  const folder = await preparedFolder();
  const first = await startMinga({ DATA_DIR: folder });
  first.child.kill('SIGTERM');
  const { stdout } = await first.ended;
  const [, email = '', password = ''] = /Superadministración: +(\S+), contraseña (\S+)/.exec(stdout) ?? [];
  expect(email).toBe('admin@minga.local');
  const second = await startMinga({ DATA_DIR: folder });
  expect(await signIn(second.address, email, password)).toBe(200);
  second.child.kill('SIGTERM');
  expect((await second.ended).stdout).not.toMatch(/contraseña|Atención/);
  const madePublic = await startMinga({ ...PUBLIC, DATA_DIR: folder });
  madePublic.child.kill('SIGTERM');
  expect((await madePublic.ended).stdout).toContain(
    'Atención: la superadministración es admin@minga.local, que no recibe correos: ponle otro con «npm run reset-superadmin».',
  );
});

test('on a public address only the superadmin of the settings is created', async () => {
  const folder = await preparedFolder();
  const withoutSettings = await startMinga({ ...PUBLIC, DATA_DIR: folder, PORT: '0' });
  withoutSettings.child.kill('SIGTERM');
  const { stdout } = await withoutSettings.ended;
  expect(stdout).not.toContain('contraseña');
  expect(stdout).toContain('Atención: no hay servidor de correo (falta SMTP_URL)');
  const superadmin = { SUPERADMIN_EMAIL: 'rosa@example.org', SUPERADMIN_PASSWORD: 'una clave larga' };
  const minga = await startMinga({ ...superadmin, DATA_DIR: folder });
  expect(await signIn(minga.address, 'rosa@example.org', 'una clave larga')).toBe(200);
  minga.child.kill('SIGTERM');
  const local = (await minga.ended).stdout;
  expect(local).not.toContain('clave larga');
  expect(local).not.toContain('Atención');
});

test('a weak SUPERADMIN_PASSWORD stops the first start, and is not judged once there is a superadmin', async () => {
  const folder = await preparedFolder();
  const settings = { DATA_DIR: folder, SUPERADMIN_EMAIL: 'rosa@example.org' };
  const weak = await runMinga({ ...settings, SUPERADMIN_PASSWORD: 'secreto' });
  expect(weak).toMatchObject({
    code: 1,
    stderr: 'El ajuste SUPERADMIN_PASSWORD no es válido: la contraseña debe tener al menos 10 caracteres\n',
  });
  await runCreateSuperadmin(flags('otra@example.org', 'una clave larga'), { DATA_DIR: folder });
  const minga = await startMinga({ ...settings, SUPERADMIN_PASSWORD: 'secreto' });
  expect(await signIn(minga.address, 'otra@example.org', 'una clave larga')).toBe(200);
});

test('the command rejects invalid input and creates one superadmin on the embedded database, once, while Minga runs or not', async () => {
  const folder = await preparedFolder();
  const settings = { DATA_DIR: folder };
  const shortPassword = await runCreateSuperadmin(flags('rosa@example.org', 'corta'), settings);
  expect(shortPassword).toMatchObject({
    code: 1,
    stderr: 'La contraseña debe tener al menos 10 caracteres.\n',
  });
  const common = await runCreateSuperadmin(flags('rosa@example.org', 'password2026'), settings);
  expect(common).toMatchObject({
    code: 1,
    stderr: 'Esa contraseña es de las más usadas. Elige otra.\n',
  });
  const incomplete = await runCreateSuperadmin(['--email', 'rosa@example.org'], settings);
  expect(incomplete).toMatchObject({ code: 1, stderr: expect.stringMatching(/^Falta --username/) });

  const created = await runCreateSuperadmin(flags('Rosa@example.org', 'una clave larga'), settings);
  expect(created).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('rosa@example.org') });
  const minga = await startMinga(settings);
  expect(await signIn(minga.address, 'rosa@example.org', 'una clave larga')).toBe(200);
  const again = await runCreateSuperadmin(flags('otra@example.org', 'una clave larga'), settings);
  expect(again).toMatchObject({ code: 1, stderr: expect.stringMatching(/^Ya hay una superadministración/) });
  expect(await signIn(minga.address, 'rosa@example.org', 'una clave larga')).toBe(200);
});

test('reset-superadmin gives the only superadmin another address and password, and ends the sessions', async () => {
  const { url, connection } = await testDatabase();
  const settings = { DATABASE_URL: url, DATA_DIR: await dataFolder() };
  const reset = (email: string, ...more: string[]) =>
    runResetSuperadmin(['--email', email, '--password', 'otra frase larga', ...more], settings);
  const rejected = (sentence: RegExp) => ({ code: 1, stdout: '', stderr: expect.stringMatching(sentence) });
  expect(await reset('rosa@example.org')).toMatchObject(rejected(/^No hay una superadministración/));
  const { user } = await signedIn(connection.db, { role: 'superadmin', email: 'admin@minga.local' });
  await connection.db.insert(passkeys).values({
    userId: user.id,
    name: 'Local',
    credentialId: Buffer.from('id'),
    publicKey: Buffer.from('key'),
    counter: 0,
    transports: [],
    createdAt: new Date(),
  });
  await signedIn(connection.db, { email: 'ana@example.org' });
  expect(await reset('ana@example.org')).toMatchObject(rejected(/^Ese correo ya es de otra cuenta/));
  expect(await reset('rosa')).toMatchObject(rejected(/^\S.*\.$/m));
  const weak = await runResetSuperadmin(
    ['--email', 'rosa@example.org', '--password', 'password2026'],
    settings,
  );
  expect(weak).toMatchObject(rejected(/^Esa contraseña es de las más usadas/));
  const done = await reset(' Rosa@example.org');
  expect(done).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('rosa@example.org') });
  expect(done.stdout).not.toContain('otra frase larga');
  const { rows } = await connection.pool.query(
    'select (select count(*)::int from sessions where user_id = $1) + (select count(*)::int from passkeys) as count',
    [user.id],
  );
  expect(rows).toEqual([{ count: 0 }]);
  const audited = await connection.pool.query('select action, actor_id, target_id, details from audit_log');
  expect(audited.rows).toEqual([
    {
      action: 'superadmin.reset',
      actor_id: user.id,
      target_id: user.id,
      details: { fields: ['email', 'password'] },
    },
  ]);
  await signedIn(connection.db, { role: 'superadmin', email: 'otra@example.org' });
  expect(await reset('luz@example.org')).toMatchObject(rejected(/^Hay varias superadministraciones/));
  expect(await reset('luz@example.org', '--current', 'rosa@example.org')).toMatchObject({ code: 0 });
  const minga = await startMinga({ ...settings, PORT: '0' });
  expect(await signIn(minga.address, 'luz@example.org', 'otra frase larga')).toBe(200);
  expect(await signIn(minga.address, 'rosa@example.org', 'otra frase larga')).toBe(401);
});
