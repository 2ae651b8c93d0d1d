import { IMAGE_SIZE_MESSAGE, IMAGE_TYPE_MESSAGE } from '@minga/contract/images';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { animation, noise } from '../../../test/pictures.ts';
import { AppError } from '../errors.ts';
import { type PreparedPicture, preparePicture } from './picture.ts';

const photo = await noise(1400, 1050).png().toBuffer();
const kinds = {
  jpeg: await sharp(photo).jpeg().toBuffer(),
  png: await sharp(photo).png({ palette: true, colours: 4, effort: 1 }).toBuffer(),
  gif: await sharp(photo).gif({ colours: 4, effort: 1 }).toBuffer(),
};

function file(picture: PreparedPicture, name: string): Buffer {
  const bytes = picture.files.get(name);
  if (bytes === undefined) throw new Error(`no file ${name}`);
  return bytes;
}

describe('versions', () => {
  it.each(Object.entries(kinds))('makes WebP of 320, 640 and 1280 pixels from a %s', async (_, bytes) => {
    const picture = await preparePicture(bytes);
    expect(picture).toMatchObject({ width: 1280, height: 960, widths: [320, 640, 1280] });
    for (const width of picture.widths) {
      const version = await sharp(file(picture, `${width}.webp`)).metadata();
      expect(version).toMatchObject({ format: 'webp', width, height: width * 0.75 });
    }
  });

  it.each([
    [200, 100, [200]],
    [320, 320, [320]],
    [900, 500, [320, 640, 900]],
    [20_000, 1, [320, 640, 1280]],
    [1, 20_000, [1]],
  ])('never enlarges: %i × %i', async (width, height, widths) => {
    const picture = await preparePicture(await noise(width, height).png().toBuffer());
    expect(picture.widths).toEqual(widths);
    const files = [...picture.files.keys()].filter(name => !name.endsWith('.avif'));
    expect(files).toEqual([...widths.map(w => `${w}.webp`), 'og.jpg']);
  });

  it('adds AVIF of each width where that is smaller, and none where it is not', async () => {
    const busy = await preparePicture(await noise(700, 400).png().toBuffer());
    expect(busy.hasAvif).toBe(true);
    for (const width of busy.widths) {
      const version = await sharp(file(busy, `${width}.avif`)).metadata();
      expect(version).toMatchObject({ format: 'heif', compression: 'av1', width });
    }
    const hazy = await preparePicture(await noise(700, 400).blur(3).png().toBuffer());
    expect(hazy.hasAvif).toBe(false);
    expect([...hazy.files.keys()]).toEqual(['320.webp', '700.webp', 'og.jpg']);
  });

  it('adds a JPEG of 1200 × 630 for shared links, on paper where the picture is transparent', async () => {
    const clear = sharp({ create: { width: 300, height: 300, channels: 4, background: '#00000000' } });
    const shared = file(await preparePicture(await clear.png().toBuffer()), 'og.jpg');
    expect(await sharp(shared).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
    const { dominant } = await sharp(shared).stats();
    expect(Math.min(dominant.r, dominant.g, dominant.b)).toBeGreaterThan(235);
  });

  it('keeps transparency', async () => {
    const clear = sharp({ create: { width: 400, height: 400, channels: 4, background: '#0E5E4E80' } });
    const picture = await preparePicture(await clear.png().toBuffer());
    expect((await sharp(file(picture, '400.webp')).stats()).isOpaque).toBe(false);
  });

  it('gives a stand-in of a few pixels', async () => {
    const { placeholder } = await preparePicture(kinds.jpeg);
    expect(placeholder.length).toBeLessThan(400);
    const [head, base64 = ''] = placeholder.split(',');
    expect(head).toBe('data:image/webp;base64');
    expect(await sharp(Buffer.from(base64, 'base64')).metadata()).toMatchObject({
      format: 'webp',
      width: 16,
    });
  });

  it('keeps an animation moving at its pace', async () => {
    const delay = [100, 250, 400];
    const picture = await preparePicture(await animation(800, 600, delay));
    expect(picture).toMatchObject({ width: 640, height: 480, widths: [320, 640] });
    const version = await sharp(file(picture, '320.webp'), { animated: true }).metadata();
    expect(version).toMatchObject({ format: 'webp', width: 320, pageHeight: 240, pages: 3, delay, loop: 0 });
  });
});

describe('what a picture tells besides itself', () => {
  it('is set upright, and place, camera and colour profile are gone', async () => {
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

    const picture = await preparePicture(taken);
    expect(picture).toMatchObject({ width: 200, height: 400 });
    // What the camera held at the left is above.
    const above = sharp(file(picture, '200.webp')).extract({ left: 0, top: 0, width: 200, height: 180 });
    const [red] = (await sharp(await above.png().toBuffer()).stats()).channels;
    expect(red?.mean).toBeGreaterThan(240);
    for (const [name, bytes] of picture.files) {
      const after = await sharp(bytes).metadata();
      expect([name, after.exif, after.xmp, after.iptc, after.icc, after.orientation]).toEqual([
        name,
        ...Array(5).fill(undefined),
      ]);
    }
  });

  it('leaves behind a script that was appended', async () => {
    const script = '<script>alert(1)</script>';
    const picture = await preparePicture(Buffer.concat([kinds.jpeg, Buffer.from(script)]));
    for (const bytes of picture.files.values()) expect(bytes.includes(script)).toBe(false);
  });
});

async function refusal(bytes: Buffer): Promise<{ status: number; message: string }> {
  const error = await preparePicture(bytes).catch((thrown: unknown) => thrown);
  if (!(error instanceof AppError)) throw new Error(`not refused: ${error}`);
  return { status: error.status, message: error.message };
}

describe('refusals', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  it.each([
    ['an SVG', async () => Buffer.from(svg)],
    ['an SVG with a declaration', async () => Buffer.from(`<?xml version="1.0"?>${svg}`)],
    ['a script', async () => Buffer.from('#!/bin/sh\necho hola')],
    ['a page', async () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a PDF', async () => Buffer.from('%PDF-1.7\n%âãÏÓ\n')],
    ['nothing', async () => Buffer.alloc(0)],
    ['a WebP', () => noise(50, 50).webp().toBuffer()],
    ['a TIFF', () => noise(50, 50).tiff().toBuffer()],
  ])('415 for %s', async (_, make) => {
    expect(await refusal(await make())).toEqual({ status: 415, message: IMAGE_TYPE_MESSAGE });
  });

  it('413 for a byte more than 5 MB', async () => {
    const bytes = Buffer.concat([kinds.jpeg, Buffer.alloc(5 * 1024 * 1024)]);
    expect(await refusal(bytes.subarray(0, 5 * 1024 * 1024 + 1))).toEqual({
      status: 413,
      message: IMAGE_SIZE_MESSAGE,
    });
    await preparePicture(bytes.subarray(0, 5 * 1024 * 1024));
  });

  it('413 for a small file of more than 40 megapixels', async () => {
    const bomb = sharp({ create: { width: 8000, height: 5001, channels: 3, background: 'red' } }).png();
    expect(await refusal(await bomb.toBuffer())).toEqual({
      status: 413,
      message: 'La imagen tiene demasiados píxeles. Máximo 40 megapíxeles.',
    });
  });

  it('413 for frames that are too many, or too large together', async () => {
    const message = 'La animación es demasiado larga. Usa una más corta o una imagen fija.';
    expect(await refusal(await animation(4, 4, Array(301).fill(20)))).toEqual({ status: 413, message });
    expect(await refusal(await animation(5000, 4001, [20, 20]))).toEqual({ status: 413, message });
  });

  const damaged = { status: 400, message: 'La imagen está dañada o incompleta. Prueba con otra.' };
  it.each(Object.entries(kinds))('400 for a %s that was cut off', async (_, whole) => {
    for (const part of [0.999, 0.5, 0.05]) {
      expect(await refusal(whole.subarray(0, Math.floor(whole.length * part)))).toEqual(damaged);
    }
  });

  it.each([
    ['GIF', Buffer.from('GIF89a/*<script>alert(1)</script>*/')],
    [
      'JPG',
      Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from('<?php system($_GET[0]); ?>')]),
    ],
  ])('400 for a script in the clothes of a %s', async (_, bytes) => {
    expect(await refusal(bytes)).toEqual(damaged);
  });

  it('never fails otherwise, whatever is broken in a file', async () => {
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
      const outcome = await preparePicture(bytes).catch((thrown: unknown) => thrown);
      if (outcome instanceof Error) expect(outcome, `round ${round}`).toBeInstanceOf(AppError);
    }
  });
});
