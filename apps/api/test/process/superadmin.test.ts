import { expect, test } from 'vitest';
import { dataFolder, runCreateSuperadmin, startMinga } from './minga-process.ts';
import { signIn } from './requests.ts';

const PUBLIC = { PUBLIC_URL: 'https://minga.example.org', RATE_LIMIT_FACTOR: '1' };
const flags = (email: string, password: string) => [
  ...['--email', email, '--username', 'Rosa Ipia'],
  ...['--password', password],
];

test('on a local address the first start makes one and shows its password, and no later start does', async () => {
  const folder = await dataFolder();
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

test('on a public address only the one of the settings is made', async () => {
  const folder = await dataFolder();
  const bare = await startMinga({ ...PUBLIC, DATA_DIR: folder, PORT: '0' });
  bare.child.kill('SIGTERM');
  expect((await bare.ended).stdout).not.toContain('contraseña');
  const named = { SUPERADMIN_EMAIL: 'rosa@example.org', SUPERADMIN_PASSWORD: 'una clave larga' };
  const minga = await startMinga({ ...named, DATA_DIR: folder });
  expect(await signIn(minga.address, 'rosa@example.org', 'una clave larga')).toBe(200);
  minga.child.kill('SIGTERM');
  expect((await minga.ended).stdout).not.toContain('clave larga');
});

test('the command refuses what is wrong, and makes one on the embedded database, once, also while Minga runs', async () => {
  const folder = await dataFolder();
  const settings = { DATA_DIR: folder };
  const short = await runCreateSuperadmin(flags('rosa@example.org', 'corta'), settings);
  expect(short).toMatchObject({ code: 1, stderr: 'La contraseña debe tener al menos 6 caracteres.\n' });
  const silent = await runCreateSuperadmin(['--email', 'rosa@example.org'], settings);
  expect(silent).toMatchObject({ code: 1, stderr: expect.stringMatching(/^Falta --username/) });

  const created = await runCreateSuperadmin(flags('Rosa@example.org', 'una clave larga'), settings);
  expect(created).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('rosa@example.org') });
  const minga = await startMinga(settings);
  expect(await signIn(minga.address, 'rosa@example.org', 'una clave larga')).toBe(200);
  const again = await runCreateSuperadmin(flags('otra@example.org', 'una clave larga'), settings);
  expect(again).toMatchObject({ code: 1, stderr: expect.stringMatching(/^Ya hay una superadministración/) });
  expect(await signIn(minga.address, 'rosa@example.org', 'una clave larga')).toBe(200);
});
