import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { anActivity } from '../../../test/factories.ts';
import { noise } from '../../../test/pictures.ts';
import { imageUrl, previewImageUrl } from './urls.ts';

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
