import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { noise } from '../../../test/pictures.ts';
import { imageUrl, sharedImageUrl } from './urls.ts';

const app = await testApp();
const { id } = await app.platform.images.save(await noise(500, 400).png().toBuffer());
await app.platform.images.use(app.platform.db, id);

describe('pictures', () => {
  it('are served for good, and can do nothing but be looked at', async () => {
    const reply = await app.inject(imageUrl(id, 320));
    expect(reply.statusCode).toBe(200);
    expect(reply.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-length': String(reply.rawPayload.length),
    });
    expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 320 });
  });

  it('that nothing uses any more are gone at once', async () => {
    const { db, images } = app.platform;
    const gone = await images.save(await noise(40, 40).png().toBuffer());
    expect((await app.inject(imageUrl(gone.id, 40))).statusCode).toBe(404);
    await images.use(db, gone.id);
    expect((await app.inject(imageUrl(gone.id, 40))).statusCode).toBe(200);
    await images.discard(db, [gone.id]);
    expect((await app.inject(imageUrl(gone.id, 40))).statusCode).toBe(404);
  });

  it('come as AVIF too', async () => {
    const reply = await app.inject(imageUrl(id, 320).replace('.webp', '.avif'));
    expect(reply.headers['content-type']).toBe('image/avif');
    expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ compression: 'av1', width: 320 });
  });

  it('have a JPEG for shared links', async () => {
    const reply = await app.inject(sharedImageUrl(imageUrl(id, 320)));
    expect(reply.headers['content-type']).toBe('image/jpeg');
    expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1200 });
  });

  it('are not sent again to whoever has them, nor to HEAD', async () => {
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
  ])('404 for %s', async path => {
    const reply = await app.inject(`/imagenes/${path.replace('id', id)}`);
    expect(reply.statusCode).toBe(404);
  });

  it('503 when the store is away', async () => {
    const folder = join(app.platform.settings.dataDir, 'images');
    await rm(folder, { recursive: true });
    expect((await app.inject(imageUrl(id, 320))).statusCode).toBe(404);
    // A link that leads to itself: neither there nor missing.
    await symlink('images', folder);
    const reply = await app.inject(imageUrl(id, 320));
    expect(reply.statusCode).toBe(503);
    expect(reply.json()).toMatchObject({ code: 'UNAVAILABLE' });
  });
});
