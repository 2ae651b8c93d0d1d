import { expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { signedIn } from '../../../test/factories.ts';

const app = await testApp();
const superadmin = await signedIn(app.platform.db, { role: 'superadmin' });
const page = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

it.each([
  ['/privacidad', 'privacy'],
  ['/terminos', 'terms'],
])('%s is a page without scripts for everybody, whatever the query', async (path, kind) => {
  for (const reply of [await page(path), await page(`${path}?x=1`), await page(path, superadmin.headers)]) {
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(reply.body).toContain(`<title>${kind} · Minga</title>`);
    expect(reply.body).toContain(`<link rel="canonical" href="http://localhost:3000${path}">`);
    expect(reply.body).toContain('"timeZone":"America/Bogota"');
  }
  expect((await page('/sitemap-1.xml')).body + (await page('/sitemap.xml')).body).toContain(path);
});

it("shows the superadmins' text, and that of Minga again", async () => {
  const write = (text: string | null) =>
    app.inject({
      ...{ method: 'PUT', url: '/api/admin/legal/privacy', payload: { text } },
      headers: superadmin.headers,
    });
  await write('Nuestra política: $& <b>');
  expect((await page('/privacidad')).body).toContain('Nuestra política: $& \\u003cb>');
  await write(null);
  expect((await page('/privacidad')).body).toContain('Ley 1581');
});
