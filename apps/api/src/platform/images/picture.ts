import {
  IMAGE_BYTES_MAX,
  IMAGE_PIXELS_MAX,
  IMAGE_SIZE_MESSAGE,
  IMAGE_TYPE_MESSAGE,
} from '@minga/contract/images';
import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import { AppError, invalid, tooLarge } from '../errors.ts';
import { countGifFrames } from './gif-frames.ts';
import { SHARED_FILE, SHARED_HEIGHT, SHARED_WIDTH, versionFile } from './urls.ts';

/** What is kept of an upload: our own encodings of its pixels, nothing of its bytes. */
export interface PreparedPicture {
  /** Pixels of the largest version. */
  readonly width: number;
  readonly height: number;
  /** Widths of all versions, ascending; the last is `width`. */
  readonly widths: number[];
  /** Is each version there as AVIF too? Only where that is smaller. */
  readonly hasAvif: boolean;
  /** A few pixels as a data URL, at most some 400 characters. */
  readonly placeholder: string;
  readonly files: ReadonlyMap<string, Buffer>;
}

// A card on a phone, the same at two pixels a point (or a wide card), a whole page.
const WIDTHS = [320, 640, 1280];
// Moving pictures are heavy on a phone's data and slow to encode: none wider than this.
const ANIMATED_WIDTH = 640;
// Only a very tall strip meets this before the width.
const HEIGHT_MAX = 2560;
const FRAMES_MAX = 300;
const SECONDS_MAX = 30;
const PAPER = '#FBF8F2';

const DAMAGED_MESSAGE = 'La imagen está dañada o incompleta. Prueba con otra.';
const PIXELS_MESSAGE = `La imagen tiene demasiados píxeles. Máximo ${IMAGE_PIXELS_MAX / 1e6} megapíxeles.`;
const ANIMATION_MESSAGE = 'La animación es demasiado larga. Usa una más corta o una imagen fija.';

// Between uploads nothing is worth keeping in memory.
sharp.cache(false);

/**
 * Checks an upload and encodes its versions (CONTRACT.md section 3). Refuses with 415 what is no JPG, PNG or GIF by
 * its bytes, with 413 what is too large in bytes, pixels or frames, with 400 what cannot be read to its end.
 */
export async function preparePicture(bytes: Buffer): Promise<PreparedPicture> {
  if (bytes.length > IMAGE_BYTES_MAX) throw tooLarge(IMAGE_SIZE_MESSAGE);
  const type = (await fileTypeFromBuffer(bytes))?.mime;
  if (type !== 'image/jpeg' && type !== 'image/png' && type !== 'image/apng' && type !== 'image/gif') {
    throw new AppError(415, 'UNSUPPORTED_MEDIA_TYPE', IMAGE_TYPE_MESSAGE);
  }
  const frames = type === 'image/gif' ? countGifFrames(bytes) : 1;
  if (frames === null || frames === 0) throw invalid(DAMAGED_MESSAGE);
  if (frames > FRAMES_MAX) throw tooLarge(ANIMATION_MESSAGE);
  try {
    return await encode(bytes, frames > 1);
  } catch (error) {
    // libvips says what it met in words only; all it can meet here is the upload's fault.
    const isLarge = error instanceof Error && /pixel limit|timeout/i.test(error.message);
    if (isLarge) throw tooLarge(frames > 1 ? ANIMATION_MESSAGE : PIXELS_MESSAGE);
    throw invalid(DAMAGED_MESSAGE);
  }
}

async function encode(bytes: Buffer, isAnimated: boolean): Promise<PreparedPicture> {
  const size = largestSize(await open(bytes, { animated: isAnimated }).metadata(), isAnimated);
  const widths = versionWidths(size.width);
  // Decoded once, upright and in sRGB; without withMetadata() sharp drops all that is not a pixel.
  const still = await open(bytes)
    .autoOrient()
    .resize({ ...size, fit: 'fill' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: size.width, height: size.height, channels: still.info.channels };
  const fromStill = () => sharp(still.data, { raw });

  const files = new Map<string, Buffer>();
  for (const width of widths) {
    const version = isAnimated
      ? open(bytes, { animated: true }).resize({ width }).webp({ quality: 70, effort: 1 })
      : fromStill().resize({ width }).webp({ quality: 76 });
    files.set(versionFile(width), await version.timeout({ seconds: SECONDS_MAX }).toBuffer());
  }
  const avif = isAnimated ? null : await smallerAvif(fromStill, widths, files);
  for (const [file, bytes] of avif ?? []) files.set(file, bytes);
  files.set(SHARED_FILE, await sharedPicture(fromStill()).toBuffer());
  const tiny = await fromStill()
    .resize({ width: 16, height: 16, fit: 'inside' })
    .webp({ quality: 30, alphaQuality: 30 })
    .toBuffer();
  return {
    width: size.width,
    height: size.height,
    widths,
    hasAvif: avif !== null,
    placeholder: `data:image/webp;base64,${tiny.toString('base64')}`,
    files,
  };
}

/**
 * The versions as AVIF, or null where they are not smaller altogether than `webp`. Measured on photos: effort 0 takes the
 * time of WebP and saves 12 to 45 %; effort 4, sharp's own, takes twenty times as long to save 10 % more.
 */
async function smallerAvif(
  picture: () => Sharp,
  widths: number[],
  webp: ReadonlyMap<string, Buffer>,
): Promise<Map<string, Buffer> | null> {
  const files = new Map<string, Buffer>();
  for (const width of widths) {
    const version = picture().resize({ width }).avif({ quality: 50, effort: 0 });
    files.set(versionFile(width, 'avif'), await version.timeout({ seconds: SECONDS_MAX }).toBuffer());
  }
  return bytesOf(files) < bytesOf(webp) ? files : null;
}

const bytesOf = (files: ReadonlyMap<string, Buffer>): number =>
  [...files.values()].reduce((sum, { length }) => sum + length, 0);

/** Opens the upload; `animated` for all frames, which then count together against the pixel limit. */
function open(bytes: Buffer, options: SharpOptions = {}): Sharp {
  return sharp(bytes, {
    limitInputPixels: IMAGE_PIXELS_MAX,
    failOn: 'error',
    sequentialRead: true,
    ...options,
  }).timeout({
    seconds: SECONDS_MAX,
  });
}

/** Pixels of the largest version: upright, in proportion, never enlarged. */
function largestSize(
  { autoOrient, width, pageHeight }: Metadata,
  isAnimated: boolean,
): { width: number; height: number } {
  const upright = isAnimated ? { width, height: pageHeight ?? autoOrient.height } : autoOrient;
  const widest = isAnimated ? ANIMATED_WIDTH : Math.max(...WIDTHS);
  const scale = Math.min(1, widest / upright.width, HEIGHT_MAX / upright.height);
  return {
    width: Math.max(1, Math.round(upright.width * scale)),
    height: Math.max(1, Math.round(upright.height * scale)),
  };
}

/** The steps that lie well below the largest version, and that one. */
function versionWidths(largest: number): number[] {
  return [...WIDTHS.filter(width => width < largest * 0.8), largest];
}

function sharedPicture(picture: Sharp): Sharp {
  return picture
    .flatten({ background: PAPER })
    .resize({ width: SHARED_WIDTH, height: SHARED_HEIGHT, fit: 'cover' })
    .jpeg({ quality: 80, mozjpeg: true });
}
