import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import {
  type ExitResult,
  launchMinga,
  preparedFolder,
  runCreateSuperadmin,
  runMinga,
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
  expect((await second.ended).stdout).not.toContain('contraseña');
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
