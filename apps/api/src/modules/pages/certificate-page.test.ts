import { beforeEach, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { hoursFixture, numberOf } from '../../../test/hours-fixture.ts';

const app = await testApp();
const { helped, download, send } = hoursFixture(app);
const page = (number: string, headers = {}) => app.inject({ url: `/constancia/${number}`, headers });

beforeEach(() => app.setNow(NOON));

it('is rendered for visitors, unknown to search engines, and says at once that it was revoked', async () => {
  const { attendanceId, headers, owner } = await helped();
  const number = numberOf(await download(attendanceId, headers));
  const reply = await page(number);
  expect(reply.statusCode).toBe(200);
  expect(reply.body).toContain(`<p>/constancia/${number}: Ñoño Güetio (America/Bogota)</p>`);
  expect(reply.body).toContain(`<title>Constancia ${number} · Minga</title>`);
  expect(reply.body).toContain('<meta name="robots" content="noindex">');
  await send('DELETE', `/attendances/${attendanceId}/certificate`, {}, owner);
  const revoked = await page(number);
  expect([revoked.statusCode, revoked.body]).toEqual([200, expect.stringContaining('Anulada')]);
  expect(revoked.body).not.toContain('Güetio');
  expect((await page(number, headers)).body).toContain('<div id="root"></div>');
});

it('is 404 for unknown and impossible numbers', async () => {
  for (const number of ['AAAA-AAAA-AAAA', 'A'.repeat(41)]) {
    const reply = await page(number);
    expect([reply.statusCode, reply.body]).toEqual([404, expect.stringContaining('Desconocida')]);
  }
});
