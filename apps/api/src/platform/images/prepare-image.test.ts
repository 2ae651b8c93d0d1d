import { IMAGE_KIND_MESSAGE, IMAGE_SIZE_MESSAGE, IMAGE_TYPE_MESSAGE } from '@minga/contract/images';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { animation, noise } from '../../../test/pictures.ts';
import { AppError } from '../errors.ts';
import { countGifFrames, type PreparedImage, prepareImage } from './prepare-image.ts';

describe('prepare image', async () => {
  const photo = await noise(1400, 1050).png().toBuffer();
  const kinds = {
    jpeg: await sharp(photo).jpeg().toBuffer(),
    png: await sharp(photo).png({ palette: true, colours: 4, effort: 1 }).toBuffer(),
    gif: await sharp(photo).gif({ colours: 4, effort: 1 }).toBuffer(),
  };

  function file(image: PreparedImage, name: string): Buffer {
    const bytes = image.files.get(name);
    if (bytes === undefined) throw new Error(`no file ${name}`);
    return bytes;
  }

  describe('versions', () => {
    it.each(Object.entries(kinds))('are WebP of 320, 640 and 1280 pixels for a %s', async (_, bytes) => {
      const image = await prepareImage(bytes);
      expect(image).toMatchObject({ width: 1280, height: 960, widths: [320, 640, 1280] });
      for (const width of image.widths) {
        const version = await sharp(file(image, `${width}.webp`)).metadata();
        expect(version).toMatchObject({ format: 'webp', width, height: width * 0.75 });
      }
    });

    it.each([
      [200, 100, [200]],
      [320, 320, [320]],
      [900, 500, [320, 640, 900]],
      [20_000, 1, [320, 640, 1280]],
      [1, 20_000, [1]],
    ])('are never enlarged: %i × %i', async (width, height, widths) => {
      const image = await prepareImage(await noise(width, height).png().toBuffer());
      expect(image.widths).toEqual(widths);
      const files = [...image.files.keys()].filter(name => !name.endsWith('.avif'));
      expect(files).toEqual([...widths.map(w => `${w}.webp`), 'og.jpg']);
    });

    it('include AVIF only if it is smaller', async () => {
      const busy = await prepareImage(await noise(700, 400).png().toBuffer());
      expect(busy.hasAvif).toBe(true);
      for (const width of busy.widths) {
        const version = await sharp(file(busy, `${width}.avif`)).metadata();
        expect(version).toMatchObject({ format: 'heif', compression: 'av1', width });
      }
      const hazy = await prepareImage(await noise(700, 400).blur(3).png().toBuffer());
      expect(hazy.hasAvif).toBe(false);
      expect([...hazy.files.keys()]).toEqual(['320.webp', '700.webp', 'og.jpg']);
    });

    it('include a JPEG of 1200 × 630 for link previews, with a background colour for transparent images', async () => {
      const clear = sharp({ create: { width: 300, height: 300, channels: 4, background: '#00000000' } });
      const preview = file(await prepareImage(await clear.png().toBuffer()), 'og.jpg');
      expect(await sharp(preview).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
      const { dominant } = await sharp(preview).stats();
      expect(Math.min(dominant.r, dominant.g, dominant.b)).toBeGreaterThan(235);
    });

    it('preserve transparency', async () => {
      const clear = sharp({ create: { width: 400, height: 400, channels: 4, background: '#0E5E4E80' } });
      const image = await prepareImage(await clear.png().toBuffer());
      expect((await sharp(file(image, '400.webp')).stats()).isOpaque).toBe(false);
    });

    it('include a placeholder of a few pixels', async () => {
      const { placeholder } = await prepareImage(kinds.jpeg);
      expect(placeholder.length).toBeLessThan(400);
      const [head, base64 = ''] = placeholder.split(',');
      expect(head).toBe('data:image/webp;base64');
      expect(await sharp(Buffer.from(base64, 'base64')).metadata()).toMatchObject({
        format: 'webp',
        width: 16,
      });
    });

    it('preserve an animation and its timing', async () => {
      const delay = [100, 250, 400];
      const image = await prepareImage(await animation(800, 600, delay));
      expect(image).toMatchObject({ width: 640, height: 480, widths: [320, 640] });
      const version = await sharp(file(image, '320.webp'), { animated: true }).metadata();
      expect(version).toMatchObject({
        format: 'webp',
        width: 320,
        pageHeight: 240,
        pages: 3,
        delay,
        loop: 0,
      });
    });
  });

  describe('metadata', () => {
    it('is removed (location, camera, colour profile) after the orientation is applied', async () => {
      const blue = { create: { width: 200, height: 200, channels: 3 as const, background: 'blue' } };
      const taken = await sharp({ create: { width: 400, height: 200, channels: 3, background: 'red' } })
        .composite([{ input: blue, left: 200, top: 0 }])
        .withExif({
          IFD0: { Model: 'Cámara de Ana' },
          IFD3: { GPSLatitude: '2/1 26/1 0/1', GPSLatitudeRef: 'N' },
        })
        .withMetadata({ orientation: 6, icc: 'p3' })
        .jpeg()
        .toBuffer();
      const before = await sharp(taken).metadata();
      expect(before).toMatchObject({ orientation: 6, hasProfile: true });
      expect(before.exif?.includes('Ana')).toBe(true);

      const image = await prepareImage(taken);
      expect(image).toMatchObject({ width: 200, height: 400 });
      // The left half of the stored pixels is at the top after rotation.
      const above = sharp(file(image, '200.webp')).extract({ left: 0, top: 0, width: 200, height: 180 });
      const [red] = (await sharp(await above.png().toBuffer()).stats()).channels;
      expect(red?.mean).toBeGreaterThan(240);
      for (const [name, bytes] of image.files) {
        const after = await sharp(bytes).metadata();
        expect([name, after.exif, after.xmp, after.iptc, after.icc, after.orientation]).toEqual([
          name,
          ...Array(5).fill(undefined),
        ]);
      }
    });

    it('is removed if it is a script appended to the file', async () => {
      const script = '<script>alert(1)</script>';
      const image = await prepareImage(Buffer.concat([kinds.jpeg, Buffer.from(script)]));
      for (const bytes of image.files.values()) expect(bytes.includes(script)).toBe(false);
    });
  });

  async function errorOf(bytes: Buffer): Promise<{ status: number; message: string }> {
    const error = await prepareImage(bytes).catch((thrown: unknown) => thrown);
    if (!(error instanceof AppError)) throw new Error(`not an AppError: ${error}`);
    return { status: error.status, message: error.message };
  }

  describe('invalid uploads', () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    it.each([
      ['an SVG', async () => Buffer.from(svg)],
      ['an SVG with a declaration', async () => Buffer.from(`<?xml version="1.0"?>${svg}`)],
      ['a script', async () => Buffer.from('#!/bin/sh\necho hola')],
      ['a page', async () => Buffer.from('<!doctype html><script>alert(1)</script>')],
      ['a PDF', async () => Buffer.from('%PDF-1.7\n%âãÏÓ\n')],
      ['nothing', async () => Buffer.alloc(0)],
    ])('are rejected with 415: %s', async (_, make) => {
      expect(await errorOf(await make())).toEqual({ status: 415, message: IMAGE_TYPE_MESSAGE });
    });

    it.each([
      ['a TIFF', () => noise(50, 50).tiff().toBuffer()],
      [
        'a HEIC photo',
        async () => Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), Buffer.alloc(40)]),
      ],
    ])('are rejected with 415 that names the accepted kinds: %s', async (_, make) => {
      expect(await errorOf(await make())).toEqual({ status: 415, message: IMAGE_KIND_MESSAGE });
    });

    const plain = (width: number, height: number, channels: 3 | 4 = 3) =>
      sharp({ create: { width, height, channels, background: '#888' }, limitInputPixels: false });
    const animated = (width: number, height: number, frames: number) =>
      sharp(
        Buffer.alloc(
          width * height * 3 * frames,
          Buffer.from(Array.from({ length: 997 }, (_, value) => value % 256)),
        ),
        {
          raw: { width, height: height * frames, channels: 3, pageHeight: height },
          limitInputPixels: false,
        },
      );
    const memory = 'La imagen necesita demasiada memoria. Guárdala como JPG y prueba de nuevo.';
    const tooLong = 'La animación es demasiado larga. Usa una más corta o una imagen fija.';
    it.each([
      // These small files take several hundred megabytes or many seconds to decode.
      [
        'an interlaced PNG of 16 bits',
        memory,
        () => plain(6500, 5000, 4).toColourspace('rgb16').png({ progressive: true }).toBuffer(),
      ],
      ['a large AVIF', memory, () => plain(4200, 3200).avif({ effort: 0 }).toBuffer()],
      ['a GIF of many large frames', tooLong, () => animated(480, 270, 100).gif({ effort: 1 }).toBuffer()],
      ['a WebP of many large frames', tooLong, () => animated(480, 270, 100).webp({ effort: 0 }).toBuffer()],
    ])('are rejected with 413 before they are decoded: %s', async (_, message, make) => {
      expect(await errorOf(await make())).toEqual({ status: 413, message });
    });

    it('are rejected with 413: one byte more than 5 MB', async () => {
      const bytes = Buffer.concat([kinds.jpeg, Buffer.alloc(5 * 1024 * 1024)]);
      expect(await errorOf(bytes.subarray(0, 5 * 1024 * 1024 + 1))).toEqual({
        status: 413,
        message: IMAGE_SIZE_MESSAGE,
      });
      await prepareImage(bytes.subarray(0, 5 * 1024 * 1024));
    });

    it('are rejected with 413: a small file of more than 40 megapixels', async () => {
      const bomb = sharp({ create: { width: 8000, height: 5001, channels: 3, background: 'red' } }).png();
      expect(await errorOf(await bomb.toBuffer())).toEqual({
        status: 413,
        message: 'La imagen tiene demasiados píxeles. Máximo 40 megapíxeles.',
      });
    });

    it('are rejected with 413: too many frames, or too many pixels in all frames', async () => {
      const message = 'La animación es demasiado larga. Usa una más corta o una imagen fija.';
      expect(await errorOf(await animation(4, 4, Array(301).fill(20)))).toEqual({ status: 413, message });
      expect(await errorOf(await animation(5000, 4001, [20, 20]))).toEqual({ status: 413, message });
    });

    const damaged = { status: 400, message: 'La imagen está dañada o incompleta. Prueba con otra.' };
    it.each(Object.entries(kinds))('are rejected with 400: a truncated %s', async (_, whole) => {
      for (const part of [0.999, 0.5, 0.05]) {
        expect(await errorOf(whole.subarray(0, Math.floor(whole.length * part)))).toEqual(damaged);
      }
    });

    it.each([
      ['GIF', Buffer.from('GIF89a/*<script>alert(1)</script>*/')],
      [
        'JPG',
        Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from('<?php system($_GET[0]); ?>')]),
      ],
    ])('are rejected with 400: a script with the signature of a %s', async (_, bytes) => {
      expect(await errorOf(bytes)).toEqual(damaged);
    });

    it('are never reported by another kind of error, for random corruption', async () => {
      const small = [
        await noise(40, 30).jpeg().toBuffer(),
        await noise(40, 30).png().toBuffer(),
        await animation(40, 30, [50, 50]),
      ];
      let seed = 7;
      const random = (below: number) => {
        seed = (seed * 48_271) % 2_147_483_647;
        return seed % below;
      };
      for (let round = 0; round < 90; round += 1) {
        const bytes = Buffer.from(small[round % small.length] ?? []);
        for (let fault = 0; fault <= random(4); fault += 1) bytes[random(bytes.length)] = random(256);
        const outcome = await prepareImage(bytes).catch((thrown: unknown) => thrown);
        if (outcome instanceof Error) expect(outcome, `round ${round}`).toBeInstanceOf(AppError);
      }
    });
  });
});

describe('gif frames', () => {
  describe('countGifFrames', () => {
    it('counts without decoding', async () => {
      expect(countGifFrames(await noise(20, 10).gif().toBuffer())).toBe(1);
      expect(countGifFrames(await animation(20, 10, [100, 200, 300]))).toBe(3);
    });

    it('detects truncation at any byte', async () => {
      const whole = await animation(8, 8, [100, 200]);
      for (let length = 13; length < whole.length; length += 1) {
        expect(countGifFrames(whole.subarray(0, length)), `cut to ${length} bytes`).toBeNull();
      }
    });

    it('ignores data after the end', async () => {
      const whole = await animation(8, 8, [100, 200]);
      expect(countGifFrames(Buffer.concat([whole, Buffer.alloc(9)]))).toBe(2);
    });
  });
});
