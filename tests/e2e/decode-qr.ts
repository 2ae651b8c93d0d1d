import type { Locator } from '@playwright/test';
import { decodeQR } from 'qr/decode.js';
import sharp from 'sharp';

/** The text of the QR code that the browser shows, read from its pixels as a camera would. */
export async function decodeShown(image: Locator): Promise<string> {
  const pixels = sharp(await image.screenshot())
    .ensureAlpha()
    .raw();
  const { data, info } = await pixels.toBuffer({ resolveWithObject: true });
  return decodeQR(
    { width: info.width, height: info.height, data },
    { effort: Infinity, timeLimit: Infinity },
  );
}
