import {
  IMAGE_BYTES_MAX,
  IMAGE_PIXELS_MAX,
  IMAGE_SIZE_MESSAGE,
  IMAGE_TYPES,
  imageTypeMessage,
} from '@minga/contract/images';
import { fileTypeFromBuffer } from 'file-type';
import type { Metadata, Sharp, SharpOptions } from 'sharp';
import sharp from 'sharp';
import { AppError, invalid, tooLarge } from '../errors.ts';
import { PREVIEW_FILE, PREVIEW_HEIGHT, PREVIEW_WIDTH, versionFile } from './picture.ts';

const HEADER_BYTES = 13;
const EXTENSION = 0x21;
const FRAME = 0x2c;
const TRAILER = 0x3b;

/**
 * Counts the frames of a GIF from its block structure, without decoding; null if the file is truncated. The decoder
 * would ignore missing frames.
 */
export function countGifFrames(bytes: Uint8Array): number | null {
  let at = HEADER_BYTES + colourTableBytes(bytes[10]);
  for (let frames = 0; ; ) {
    const block = bytes[at];
    if (block === TRAILER) return frames;
    if (block === EXTENSION) {
      at = skipSubBlocks(bytes, at + 2);
    } else if (block === FRAME) {
      frames += 1;
      at = skipSubBlocks(bytes, at + 11 + colourTableBytes(bytes[at + 9]));
    } else {
      return null;
    }
  }
}

/** Returns the size of the colour table that follows, according to a packed field. */
function colourTableBytes(packed = 0): number {
  return packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0;
}

/** Skips length-prefixed sub-blocks and the empty one that terminates them. */
function skipSubBlocks(bytes: Uint8Array, start: number): number {
  let at = start;
  for (let length = bytes[at]; length !== undefined && length > 0; length = bytes[at]) at += length + 1;
  return at + 1;
}

/** New encodings of an upload's pixels. Nothing of its original bytes is retained. */
export interface PreparedImage {
  /** Pixels of the largest version. */
  readonly width: number;
  readonly height: number;
  /** Widths of all versions, ascending; the last is `width`. */
  readonly widths: number[];
  /** Whether each version also exists as AVIF, which is stored only if it is smaller. */
  readonly hasAvif: boolean;
  /** A tiny preview as a data URL of at most about 400 characters. */
  readonly placeholder: string;
  readonly files: ReadonlyMap<string, Buffer>;
}

/** An animated PNG is stored as its first image. */
const READABLE = [...IMAGE_TYPES, 'image/apng'] as const;

// The widths are for a card on a phone, for such a card at double pixel density or a wide card, and for a full page.
const WIDTHS = [320, 640, 1280];
// Animations are large to download and slow to encode.
const MAX_ANIMATED_WIDTH = 640;
// Only very tall images reach this limit before the width.
const MAX_HEIGHT = 2560;
const MAX_FRAMES = 300;
/** The maximum number of pixels of all frames, which take one to three seconds to encode. */
const ANIMATION_PIXELS_MAX = 12e6;
const TIMEOUT_SECONDS = 30;
const BACKGROUND = '#FBF8F2';

const DAMAGED_MESSAGE = 'La imagen está dañada o incompleta. Prueba con otra.';
const PIXELS_MESSAGE = `La imagen tiene demasiados píxeles. Máximo ${IMAGE_PIXELS_MAX / 1e6} megapíxeles.`;
const MEMORY_MESSAGE = 'La imagen necesita demasiada memoria. Guárdala como JPG y prueba de nuevo.';
const ANIMATION_MESSAGE = 'La animación es demasiado larga. Usa una más corta o una imagen fija.';

// Uploads have no operations in common, so a cache would only use memory.
sharp.cache(false);

/** libvips decodes AVIF and interlaced PNG images as a whole, with these measured sizes, and other images row by row. */
const DECODED_BYTES_MAX = 250e6;
const AVIF_BYTES_PER_PIXEL = 20;
const INTERLACED_FACTOR = 1.4;

/**
 * Validates an upload and encodes its versions (docs/rules.md R3.3). Throws 415 if its bytes are no image that sharp reads,
 * 413 if it has too many bytes, pixels or frames or would need too much memory, and 400 if it is damaged or truncated.
 */
export async function prepareImage(bytes: Buffer): Promise<PreparedImage> {
  if (bytes.length > IMAGE_BYTES_MAX) throw tooLarge(IMAGE_SIZE_MESSAGE);
  const type = (await fileTypeFromBuffer(bytes))?.mime;
  if (!(READABLE as readonly (string | undefined)[]).includes(type)) {
    throw new AppError(415, 'UNSUPPORTED_MEDIA_TYPE', imageTypeMessage(type));
  }
  const frames = type === 'image/gif' ? countGifFrames(bytes) : 1;
  if (frames === null || frames === 0) throw invalid(DAMAGED_MESSAGE);
  if (frames > MAX_FRAMES) throw tooLarge(ANIMATION_MESSAGE);
  try {
    const isAnimated = await checkCost(bytes, frames);
    return await encode(bytes, isAnimated);
  } catch (error) {
    if (error instanceof AppError) throw error;
    // libvips reports errors as text only; any error here is caused by the upload.
    const isLarge = error instanceof Error && /pixel limit|timeout/i.test(error.message);
    if (isLarge) throw tooLarge(frames > 1 ? ANIMATION_MESSAGE : PIXELS_MESSAGE);
    throw invalid(DAMAGED_MESSAGE);
  }
}

/**
 * Returns whether an image is animated, from its header. Throws 413 if decoding the image would take too long or too much memory.
 */
async function checkCost(bytes: Buffer, gifFrames: number): Promise<boolean> {
  const { format, width, height, channels, depth, isProgressive, pages = 1 } = await open(bytes).metadata();
  const frames = format === 'webp' ? pages : gifFrames;
  if (frames > MAX_FRAMES || (frames > 1 && frames * width * height > ANIMATION_PIXELS_MAX)) {
    throw tooLarge(ANIMATION_MESSAGE);
  }
  const pixels = width * height;
  const sampleBytes = depth === 'ushort' ? 2 : 1;
  const isInterlaced = format === 'png' && isProgressive;
  const decodedBytes =
    format === 'heif'
      ? pixels * AVIF_BYTES_PER_PIXEL
      : isInterlaced
        ? pixels * channels * sampleBytes * INTERLACED_FACTOR
        : 0;
  if (pixels > IMAGE_PIXELS_MAX) throw tooLarge(PIXELS_MESSAGE);
  if (decodedBytes > DECODED_BYTES_MAX) throw tooLarge(MEMORY_MESSAGE);
  return frames > 1;
}

async function encode(bytes: Buffer, isAnimated: boolean): Promise<PreparedImage> {
  const size = largestSize(await open(bytes, { animated: isAnimated }).metadata(), isAnimated);
  const widths = versionWidths(size.width);
  // The image is decoded once, oriented and in sRGB. Without withMetadata() sharp removes all metadata.
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
    files.set(versionFile(width), await version.timeout({ seconds: TIMEOUT_SECONDS }).toBuffer());
  }
  const avif = isAnimated ? null : await smallerAvif(fromStill, widths, files);
  for (const [file, bytes] of avif ?? []) files.set(file, bytes);
  files.set(PREVIEW_FILE, await previewImage(fromStill()).toBuffer());
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
 * Encodes the versions as AVIF. Returns null if their total size is not smaller than that of `webp`. Measured on photos, effort 0
 * takes as long as WebP and saves 12 to 45 %; sharp's default, effort 4, takes twenty times as long and saves 10 % more.
 */
async function smallerAvif(
  image: () => Sharp,
  widths: number[],
  webp: ReadonlyMap<string, Buffer>,
): Promise<Map<string, Buffer> | null> {
  const files = new Map<string, Buffer>();
  for (const width of widths) {
    const version = image().resize({ width }).avif({ quality: 50, effort: 0 });
    files.set(versionFile(width, 'avif'), await version.timeout({ seconds: TIMEOUT_SECONDS }).toBuffer());
  }
  return bytesOf(files) < bytesOf(webp) ? files : null;
}

const bytesOf = (files: ReadonlyMap<string, Buffer>): number =>
  [...files.values()].reduce((sum, { length }) => sum + length, 0);

/** Opens an image. With the option `animated`, the pixel limit applies to the sum of all frames. */
function open(bytes: Buffer, options: SharpOptions = {}): Sharp {
  return sharp(bytes, {
    limitInputPixels: IMAGE_PIXELS_MAX,
    failOn: 'error',
    sequentialRead: true,
    ...options,
  }).timeout({
    seconds: TIMEOUT_SECONDS,
  });
}

/** Returns the size of the largest version, which is oriented, has the original aspect ratio and is never enlarged. */
function largestSize(
  { autoOrient, width, pageHeight }: Metadata,
  isAnimated: boolean,
): { width: number; height: number } {
  const upright = isAnimated ? { width, height: pageHeight ?? autoOrient.height } : autoOrient;
  const widest = isAnimated ? MAX_ANIMATED_WIDTH : Math.max(...WIDTHS);
  const scale = Math.min(1, widest / upright.width, MAX_HEIGHT / upright.height);
  return {
    width: Math.max(1, Math.round(upright.width * scale)),
    height: Math.max(1, Math.round(upright.height * scale)),
  };
}

/** Returns the standard widths well below that of the largest version, and the width of the largest version. */
function versionWidths(largest: number): number[] {
  return [...WIDTHS.filter(width => width < largest * 0.8), largest];
}

function previewImage(image: Sharp): Sharp {
  return image
    .flatten({ background: BACKGROUND })
    .resize({ width: PREVIEW_WIDTH, height: PREVIEW_HEIGHT, fit: 'cover' })
    .jpeg({ quality: 80, mozjpeg: true });
}
