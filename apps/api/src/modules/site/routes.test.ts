import { describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { anActivity } from '../../../test/factories.ts';

const app = await testApp();
const { db } = app.platform;
const page = async (url: string) => {
  const reply = await app.inject({ url });
  return {
    status: reply.statusCode,
    type: reply.headers['content-type'],
    body: reply.body,
    headers: reply.headers,
  };
};

it.each([
  '/',
  '/login',
  '/register',
  '/verify-email?token=x',
  '/welcome',
  '/tasks',
  '/tasks/lista',
  '/add-task',
  '/actividades',
])('%s is a page', async url => {
  expect(await page(url)).toMatchObject({ status: 200, type: 'text/html; charset=utf-8' });
});

it('tells the browser the time zone of the site', async () => {
  const tokyo = await testApp({ APP_TIME_ZONE: 'Asia/Tokyo' });
  const { body } = await tokyo.inject({ url: '/actividades' });
  expect(body).toContain('<meta name="minga:time-zone" content="Asia/Tokyo">');
  expect((await page('/login')).body).toContain('content="America/Bogota"');
});

it('serves files by their hash for a year', async () => {
  const { status, headers } = await page('/assets/app-1a2b3c4d.js');
  expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
});

it.each(['/nada', '/assets/../index.html', '/assets/%2e%2e/%2e%2e/package.json', '/.env'])(
  '%s is the app’s own not-found page',
  async url => {
    const { status, type, body } = await page(url);
    expect([status, type]).toEqual([404, 'text/html; charset=utf-8']);
    expect(body).toContain('<div id="root">');
  },
);

describe('/actividades/{id}', () => {
  it('carries what a shared link shows, escaped', async () => {
    const title = 'Minga </title><script>alert(1)</script> "$&" & más';
    const activity = await anActivity(db, {
      title,
      description: '</script><b>x</b>',
      place: 'Parque "Caldas"',
    });
    const { status, body } = await page(`/actividades/${activity.id}`);
    expect(status).toBe(200);
    expect(body).toContain(
      '<title>Minga &lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt; &quot;$&amp;&quot; &amp; más · Minga</title>',
    );
    expect(body).toContain(
      `<meta property="og:url" content="http://localhost:3000/actividades/${activity.id}">`,
    );
    expect(body).toContain('sábado, 5 de diciembre de 2026, 9:00 a. m. · Parque &quot;Caldas&quot;');
    expect(body.match(/<script/g)).toEqual(['<script']);
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(body) ?? [];
    expect(JSON.parse(json)).toMatchObject({
      '@type': 'Event',
      name: title,
      startDate: '2026-12-05T14:00:00.000Z',
    });
  });

  it('of a rejected, unknown or malformed one is 404 and tells nothing', async () => {
    const rejected = await anActivity(db, { title: 'Secreta', status: 'rejected', rejectionReason: 'No' });
    for (const id of [rejected.id, '0197a000-0000-7000-8000-000000000000', 'uno']) {
      const { status, body } = await page(`/actividades/${id}`);
      expect([status, body.includes('Secreta')]).toEqual([404, false]);
    }
  });
});
