import { expect, test, vi } from 'vitest';
import { preparedFolder, startMinga } from './minga-process.ts';
import { newToken } from './requests.ts';

const PASSWORD = 'una clave de prueba';
const NEW_PASSWORD = 'otra clave de prueba';
const EMAIL = 'rosa.ipia@example.org';

// docs/rules.md R8.4
test('the log at level trace contains no e-mail, password or token of the account calls', async () => {
  const minga = await startMinga({ DATA_DIR: await preparedFolder(), LOG_LEVEL: 'trace' });
  const seen = new Set<string>();
  let cookie = '';

  async function call(method: string, path: string, body?: object): Promise<number> {
    const response = await fetch(`${minga.address}/api/auth/${path}`, {
      method,
      headers: { 'content-type': 'application/json', cookie },
      ...(body && { body: JSON.stringify(body) }),
    });
    const [set] = response.headers.getSetCookie();
    if (set !== undefined) cookie = set.split(';')[0] ?? '';
    seen.add(cookie.split('=')[1] ?? '');
    return response.status;
  }

  /** Waits for the e-mail, which a job sends. */
  const mailedToken = (screen: string): Promise<string> =>
    vi.waitFor(
      async () => {
        const token = await newToken(minga.address, screen, seen);
        if (token === null) throw new Error(`no e-mail with a link to ${screen} yet`);
        seen.add(token);
        return token;
      },
      { timeout: 20_000, interval: 50 },
    );

  const form = { username: 'Rosa Ipia', email: EMAIL, phone: '3001234567', password: PASSWORD };
  expect(await call('POST', 'register', form)).toBe(201);
  expect(await call('POST', 'verify-email', { token: await mailedToken('verify-email') })).toBe(200);
  expect(await call('POST', 'login', { email: EMAIL, password: 'no es esta' })).toBe(401);
  expect(await call('POST', 'password-reset', { email: EMAIL })).toBe(200);
  const reset = { token: await mailedToken('reset-password'), newPassword: NEW_PASSWORD };
  expect(await call('POST', 'reset-password', reset)).toBe(200);
  expect(await call('POST', 'reset-password', reset)).toBe(400);
  expect(await call('POST', 'login', { email: EMAIL, password: NEW_PASSWORD })).toBe(200);
  expect(await call('POST', 'email-change', { email: `nueva.${EMAIL}`, password: NEW_PASSWORD })).toBe(200);
  expect(await call('POST', 'confirm-email', { token: await mailedToken('confirm-email') })).toBe(200);
  expect(await call('GET', 'data')).toBe(200);
  const activity = new FormData();
  for (const [name, value] of Object.entries({ title: 'Minga', date: '2199-12-05T14:00:00Z' }))
    activity.set(name, value);
  const published = await fetch(`${minga.address}/api/tasks`, {
    method: 'POST',
    headers: { cookie },
    body: activity,
  });
  expect(published.status).toBe(201);
  expect(await call('DELETE', 'account', { password: NEW_PASSWORD, confirmation: 'ELIMINAR' })).toBe(204);

  minga.child.kill('SIGTERM');
  const { stdout, stderr } = await minga.ended;
  const log = `${stdout}${stderr}`;
  expect(log).toContain('/api/auth/reset-password');
  expect(log).toContain('Providing options to busboy');
  seen.delete('');
  for (const secret of [EMAIL, PASSWORD, NEW_PASSWORD, 'no es esta', ...seen])
    expect(log).not.toContain(secret);
});
