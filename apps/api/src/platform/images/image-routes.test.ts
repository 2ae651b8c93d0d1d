import { readdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { anActivity, signedIn } from '../../../test/factories.ts';
import { noise } from '../../../test/pictures.ts';
import { imageUrl, previewImageUrl } from './picture.ts';

describe('image routes', async () => {
  const app = await testApp();
  const { id } = await app.platform.images.save(await noise(500, 400).png().toBuffer());
  await app.platform.images.claim(app.platform.db, id);
  await anActivity(app.platform.db, { imageId: id });

  describe('images', () => {
    it('are served as immutable and with headers that prevent scripts', async () => {
      const reply = await app.inject(imageUrl(id, 320));
      expect(reply.statusCode).toBe(200);
      expect(reply.headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'private, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'content-length': String(reply.rawPayload.length),
      });
      expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 320 });
    });

    it('are served as AVIF too', async () => {
      const reply = await app.inject(imageUrl(id, 320).replace('.webp', '.avif'));
      expect(reply.headers['content-type']).toBe('image/avif');
      expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ compression: 'av1', width: 320 });
    });

    it('have a JPEG for link previews', async () => {
      const reply = await app.inject(previewImageUrl(imageUrl(id, 320)));
      expect(reply.headers['content-type']).toBe('image/jpeg');
      expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1200 });
    });

    it('are not sent in response to a matching ETag or a HEAD request', async () => {
      const first = await app.inject(imageUrl(id, 500));
      const again = await app.inject({
        url: imageUrl(id, 500),
        headers: { 'if-none-match': String(first.headers.etag) },
      });
      expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
      const head = await app.inject({ method: 'HEAD', url: imageUrl(id, 500) });
      expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0]);
      expect(head.headers['content-length']).toBe(first.headers['content-length']);
    });

    it.each([
      'id/640.webp',
      'id/0320.webp',
      'id/320.webp.part',
      'id/320.png',
      'id/..%2f..%2f320.webp',
      'id/%2e%2e',
      'id/320.webp%00',
      'id/',
      '019ab000-0000-7000-8000-000000000000/320.webp',
      '..%2fid/320.webp',
      'x/320.webp',
    ])('responds 404 to %s', async path => {
      const reply = await app.inject(`/imagenes/${path.replace('id', id)}`);
      expect(reply.statusCode).toBe(404);
    });

    it('responds 503 when the store is unavailable', async () => {
      const folder = join(app.platform.settings.dataDir, 'images');
      await rm(folder, { recursive: true });
      expect((await app.inject(imageUrl(id, 320))).statusCode).toBe(404);
      // A symbolic link to itself causes an error other than a missing file.
      await symlink('images', folder);
      const reply = await app.inject(imageUrl(id, 320));
      expect(reply.statusCode).toBe(503);
      expect(reply.json()).toMatchObject({ code: 'UNAVAILABLE' });
    });
  });
});

describe('upload attacks', async () => {
  const app = await testApp();
  const { headers } = await signedIn(app.platform.db);
  const photo = await noise(60, 40).png().toBuffer();

  function publish(bytes: Buffer, fileName: string, type = 'image/png') {
    const field = (name: string, value: string) =>
      `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const file = `--x\r\ncontent-disposition: form-data; name="image"; filename="${fileName}"\r\ncontent-type: ${type}\r\n\r\n`;
    const text = field('title', 'Siembra') + field('date', '2026-12-20T14:00:00Z') + file;
    return app.inject({
      method: 'POST',
      url: '/api/tasks',
      headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' },
      payload: Buffer.concat([Buffer.from(text), bytes, Buffer.from('\r\n--x--\r\n')]),
    });
  }

  describe('the name and type of an uploaded file are ignored', () => {
    it.each([
      ['../../../../tmp/minga-ataque.png', 'image/png'],
      [String.raw`..\..\minga-ataque.png`, 'image/png'],
      ['/etc/minga-ataque.png', 'image/png'],
      ['%2e%2e%2fminga-ataque.png', 'image/png'],
      ['minga-ataque.png\0.html', 'image/png'],
      ['minga-ataque.html', 'text/html'],
      ['minga-ataque.svg', 'image/svg+xml'],
      ['minga-ataque.php', 'application/x-php'],
      [`${'a'.repeat(3_000)}.png`, 'image/png'],
      ['.htaccess', 'text/plain'],
    ])('%j as %s', async (fileName, type) => {
      const reply = await publish(photo, fileName, type);
      expect(reply.statusCode).toBe(201);
      const { image } = reply.json() as { image: string };
      expect(image).toMatch(/\/imagenes\/[0-9a-f-]{36}\/60\.webp$/);
      const served = await app.inject(new URL(image, 'http://localhost').pathname);
      expect(served.headers['content-type']).toBe('image/webp');
    });

    it('only re-encoded images are stored, each in its own folder', async () => {
      await publish(photo, '../x.png');
      const paths = await readdir(join(app.platform.settings.dataDir, 'images'), { recursive: true });
      expect(paths.length).toBeGreaterThan(0);
      for (const path of paths) {
        expect(path).toMatch(/^[0-9a-f-]{36}(\/(\d+\.(webp|avif)|og\.jpg))?$/);
      }
    });
  });

  /** Creates a PNG with one row of pixels, the given size in its header, and `chunks` before the pixels. */
  function png(width: number, height: number, ...chunks: Buffer[]): Buffer {
    const size = Buffer.alloc(13);
    size.writeUInt32BE(width, 0);
    size.writeUInt32BE(height, 4);
    size.set([8, 0, 0, 0, 0], 8);
    const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    const rows = deflateSync(Buffer.alloc(Math.min(width + 1, 100_000)));
    return Buffer.concat([
      signature,
      chunk('IHDR', size),
      ...chunks,
      chunk('IDAT', rows),
      chunk('IEND', Buffer.alloc(0)),
    ]);
  }

  function chunk(name: string, data: Buffer): Buffer {
    const body = Buffer.concat([Buffer.from(name), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  }

  const gif = (width: number, height: number): Buffer => {
    const size = Buffer.alloc(4);
    size.writeUInt16LE(width, 0);
    size.writeUInt16LE(height, 2);
    const frame = Buffer.concat([
      Buffer.from([0x2c, 0, 0, 0, 0]),
      size,
      Buffer.from([0, 2, 2, 0x44, 1, 0, 0x3b]),
    ]);
    return Buffer.concat([
      Buffer.from('GIF89a'),
      size,
      Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255]),
      frame,
    ]);
  };

  /** Forty megabytes compressed to forty kilobytes. */
  const compressed = (before: string) =>
    Buffer.concat([Buffer.from(before), deflateSync(Buffer.alloc(40_000_000))]);

  describe('decompression bombs', () => {
    it.each([
      ['a PNG that claims 60,000 × 60,000', png(60_000, 60_000), 413],
      ['a PNG that claims two thousand million a side', png(0x7fffffff, 0x7fffffff), 400],
      ['a PNG without width', png(0, 10), 400],
      ['a GIF that claims 65,535 × 65,535', gif(65_535, 65_535), 413],
    ])('%s is rejected', async (_case, bytes, status) => {
      const reply = await publish(bytes, 'foto.png');
      expect(reply.statusCode).toBe(status);
    });

    it.each([
      ['text', chunk('zTXt', compressed('Comment\0\0'))],
      ['a colour profile', chunk('iCCP', compressed('p\0\0'))],
    ])('%s of 40 MB in an image is not stored', async (_case, hidden) => {
      const reply = await publish(png(1, 1, hidden), 'foto.png');
      expect([201, 400]).toContain(reply.statusCode);
      const path = new URL(reply.json().image ?? '/imagenes/x/1.webp', 'http://localhost').pathname;
      expect((await app.inject(path)).rawPayload.length).toBeLessThan(1_000);
    });
  });
});
