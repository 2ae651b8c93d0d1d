import { describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';

const app = await testApp({ PUBLIC_URL: 'https://minga.example', RATE_LIMIT_FACTOR: '1' });
const changed = await testApp({ SOURCE_URL: 'https://codigo.example.org/minga?a=1&b=2' });

it.each(['/ayuda', '/privacidad', '/terminos'])(
  '%s links the source code where SOURCE_URL names it',
  async url => {
    expect((await changed.inject(url)).body).toContain(
      '<li><a href="https://codigo.example.org/minga?a=1&amp;b=2" rel="noopener">Código fuente</a></li>',
    );
    expect((await app.inject(url)).body).toContain('<ul></ul>');
  },
);

describe('the manual', () => {
  it.each([
    ['/ayuda', 'Ayuda de Minga'],
    ['/ayuda/asistir', 'Decir que vas'],
  ])('%s is a page for everybody', async (url, title) => {
    const { statusCode, headers, body } = await app.inject(url);
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['cache-control']).toBe('no-cache');
    expect(body).toContain(`<h1>${title}</h1>`);
    expect(body).toContain(`<link rel="canonical" href="https://minga.example${url}">`);
    expect(body).not.toContain('noindex');
  });

  it('responds with 304 to a conditional request', async () => {
    const { etag } = (await app.inject('/ayuda/asistir')).headers;
    const headers = { 'if-none-match': String(etag) };
    const again = await app.inject({ url: '/ayuda/asistir', headers });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect((await app.inject({ url: '/ayuda', headers })).statusCode).toBe(200);
  });

  it('has one address for each page', async () => {
    const { statusCode, headers } = await app.inject('/ayuda/asistir/');
    expect([statusCode, headers.location]).toEqual([308, '/ayuda/asistir']);
    expect((await app.inject('/ayuda/')).headers.location).toBe('/ayuda');
  });

  it.each(['/ayuda/nada', '/ayuda/asistir.html', '/ayuda.html', '/ayuda/..%2findex'])(
    '%s is the app’s own not-found page',
    async url => {
      const { statusCode, body } = await app.inject(url);
      expect(statusCode).toBe(404);
      expect(body).toContain('<div id="root">');
    },
  );
});
