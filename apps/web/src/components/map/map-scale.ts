import { digits } from '../../lib/digits.ts';

/** The circumference of the Earth by the pixels of the world at zoom 0. */
const METRES_PER_PIXEL_AT_ZERO = 40_075_016.686 / 512;

/** A round distance and the length of its bar in pixels, at most `maxPixels`: `{ text: '200 m', pixels: 87 }`. */
export function mapScale(
  latitude: number,
  zoom: number,
  maxPixels: number,
): { text: string; pixels: number } {
  const metresPerPixel = (METRES_PER_PIXEL_AT_ZERO * Math.cos((latitude * Math.PI) / 180)) / 2 ** zoom;
  const max = metresPerPixel * maxPixels;
  const power = 10 ** Math.floor(Math.log10(max));
  const metres = ([5, 2, 1].find(factor => factor * power <= max) ?? 1) * power;
  return {
    text: metres >= 1000 ? `${digits(metres / 1000)} km` : `${digits(metres)} m`,
    pixels: Math.round(metres / metresPerPixel),
  };
}
