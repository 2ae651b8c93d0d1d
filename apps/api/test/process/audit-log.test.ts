import { expect, test } from 'vitest';
import { preparedFolder, runAuditLog, startMinga } from './minga-process.ts';

test('the command prints the audit log while Minga runs, and rejects an invalid setting with one sentence', async () => {
  const [email, password] = ['rosa@example.org', 'una clave larga'];
  const settings = { DATA_DIR: await preparedFolder() };
  expect(await runAuditLog(settings)).toEqual({
    code: 0,
    stderr: '',
    stdout: 'Nadie ha administrado nada todavía.\n',
  });
  const minga = await startMinga({ ...settings, SUPERADMIN_EMAIL: email, SUPERADMIN_PASSWORD: password });
  const post = (path: string, body: object, cookie = '') =>
    fetch(`${minga.address}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: minga.address, cookie },
      body: JSON.stringify(body),
    });
  const signedIn = await post('/auth/login', { email, password });
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0];
  const admin = { username: 'Luz Dary', email: 'luz@example.org', password };
  expect((await post('/auth/admin/register', admin, cookie)).status).toBe(201);
  const { code, stdout } = await runAuditLog(settings);
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(
      /^[\d-]{10} [\d:]{8} {2}Superadministración: creó la cuenta de administración [\w-]{36}\n$/,
    ),
  ]);
  const rejected = await runAuditLog({ ...settings, APP_TIME_ZONE: 'Popayán' });
  expect(rejected).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('APP_TIME_ZONE') });
});
