import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { anActivity, signedIn } from '../../../test/factories.ts';
import { parseByteRange } from './catalogue-routes.ts';

describe('catalogue routes', async () => {
  const app = await testApp();
  const { db } = app.platform;

  it('has the first page of the catalogue, rendered on the server for visitors', async () => {
    await anActivity(db, { title: 'Próxima <b>', date: new Date('2026-12-02T14:00:00Z') });
    await anActivity(db, { title: 'Pasada', date: new Date('2026-11-02T14:00:00Z') });
    await anActivity(db, { title: 'Oculta', status: 'rejected', rejectionReason: 'No' });
    const { body } = await app.inject('/mapa');
    expect(body).toContain('<h1>Mapa</h1><p>1: Próxima &lt;b> (America/Bogota)</p>');
    expect(body).toContain('<link rel="canonical" href="http://localhost:3000/mapa">');
    expect(body).toContain('<title>Mapa de actividades · Minga</title>');
    const member = await signedIn(db);
    expect((await app.inject({ url: '/mapa', headers: member.headers })).body).toContain(
      '<div id="root"></div>',
    );
  });

  it('redirects parameters without a meaning to the canonical address', async () => {
    const { statusCode, headers } = await app.inject('/mapa?actividad=x');
    expect([statusCode, headers.location]).toEqual([302, '/mapa']);
  });
});

// docs/rules.md R16.6
describe('map routes', async () => {
  const app = await testApp();
  const without = await testApp();
  const file = join(app.platform.settings.dataDir, 'mapa.pmtiles');
  const bytes = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 251));
  const fetchRange = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    app.inject({ url: '/api/mapa.pmtiles', method, headers });

  beforeEach(() => writeFile(file, bytes));

  describe('GET /api/mapa.pmtiles', () => {
    it.each([
      ['bytes=0-126', 0, 127],
      ['bytes=990-', 990, 1000],
      ['bytes=990-5000', 990, 1000],
      ['bytes=-10', 990, 1000],
    ])('sends %s', async (range, start, end) => {
      const { statusCode, headers, rawPayload } = await fetchRange({ range, 'accept-encoding': 'br, gzip' });
      expect(statusCode).toBe(206);
      expect(headers).toMatchObject({
        'content-range': `bytes ${start}-${end - 1}/1000`,
        'content-length': String(end - start),
        'content-type': 'application/vnd.pmtiles',
        'accept-ranges': 'bytes',
        'cache-control': 'no-cache',
      });
      expect(headers['content-encoding']).toBeUndefined();
      expect(rawPayload).toEqual(bytes.subarray(start, end));
    });

    it.each([{}, { range: 'bytes=0-1,4-5' }, { range: 'bytes=0-1', 'if-range': '"another"' }])(
      'sends the whole file for %o',
      async headers => {
        const { statusCode, rawPayload } = await fetchRange(headers as Record<string, string>);
        expect(statusCode).toBe(200);
        expect(rawPayload).toEqual(bytes);
      },
    );

    it.each(['bytes=1000-', 'bytes=-0'])('rejects %s', async range => {
      const { statusCode, headers, body } = await fetchRange({ range });
      expect([statusCode, headers['content-range']]).toEqual([416, 'bytes */1000']);
      expect(JSON.parse(body)).toEqual({
        message: 'El archivo del mapa no tiene esos bytes',
        code: 'VALIDATION',
      });
    });

    it('responds to HEAD without a body', async () => {
      const whole = await fetchRange({}, 'HEAD');
      expect([whole.statusCode, whole.headers['content-length'], whole.body]).toEqual([200, '1000', '']);
      expect(whole.headers['accept-ranges']).toBe('bytes');
      const { statusCode, headers, body } = await fetchRange({ range: 'bytes=0-9' }, 'HEAD');
      expect([statusCode, headers['content-length'], body]).toEqual([206, '10', '']);
    });

    it('has a strong ETag, which changes with the file', async () => {
      const { headers } = await fetchRange({ range: 'bytes=0-9' });
      const etag = String(headers.etag);
      expect(etag).toMatch(/^"[^"]+"$/);
      expect(Date.parse(String(headers['last-modified']))).toBeGreaterThan(0);
      const known = { range: 'bytes=0-9', 'if-none-match': etag };
      expect((await fetchRange(known)).statusCode).toBe(304);
      expect((await fetchRange({ range: 'bytes=0-9', 'if-range': etag })).statusCode).toBe(206);

      await writeFile(`${file}.new`, bytes.toReversed());
      await rename(`${file}.new`, file);
      const replaced = await fetchRange(known);
      expect(replaced.statusCode).toBe(206);
      expect(replaced.headers.etag).not.toBe(etag);
      expect(replaced.rawPayload).toEqual(Buffer.from(bytes.toReversed()).subarray(0, 10));
      expect((await fetchRange({ range: 'bytes=0-9', 'if-range': etag })).statusCode).toBe(200);
    });

    it('is 404 without a file', async () => {
      const { statusCode, body } = await without.inject('/api/mapa.pmtiles');
      expect(statusCode).toBe(404);
      expect(JSON.parse(body)).toEqual({
        message: 'Este sitio no tiene un mapa de fondo',
        code: 'NOT_FOUND',
      });
    });
  });
});

describe('byte range', () => {
  describe('parseByteRange', () => {
    it.each([
      ['bytes=0-9', { start: 0, end: 9 }],
      ['bytes=90-', { start: 90, end: 99 }],
      ['bytes=90-200', { start: 90, end: 99 }],
      ['bytes=-10', { start: 90, end: 99 }],
      ['bytes=-500', { start: 0, end: 99 }],
      ['bytes=99-99', { start: 99, end: 99 }],
      [' bytes=0-0 ', { start: 0, end: 0 }],
      ['bytes=100-', 'unsatisfiable'],
      ['bytes=100-200', 'unsatisfiable'],
      ['bytes=-0', 'unsatisfiable'],
      ['bytes=9-0', 'whole'],
      ['bytes=0-9,20-29', 'whole'],
      ['bytes=', 'whole'],
      ['bytes=-', 'whole'],
      ['bytes=a-b', 'whole'],
      ['items=0-9', 'whole'],
      ['', 'whole'],
      [undefined, 'whole'],
    ])('%s of 100 bytes', (header, expected) => {
      expect(parseByteRange(header, 100)).toEqual(expected);
    });

    it('satisfies no range of an empty file', () => {
      expect(parseByteRange('bytes=0-', 0)).toBe('unsatisfiable');
    });
  });
});
