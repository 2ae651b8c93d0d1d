import sharp, { type Sharp } from 'sharp';

/** An image of deterministic noise. */
export const noise = (width: number, height: number): Sharp =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  });

/** An animated GIF with at least two frames of different colours; `delay` is in milliseconds per frame. */
export async function animation(width: number, height: number, delay: number[]): Promise<Buffer> {
  const frames = await Promise.all(
    delay.map((_, frame) =>
      sharp({
        create: { width, height, channels: 3, background: { r: (frame * 40) % 256, g: frame % 256, b: 90 } },
      })
        .png()
        .toBuffer(),
    ),
  );
  return sharp(frames, { join: { animated: true }, limitInputPixels: false })
    .gif({ delay, loop: 0, effort: 1 })
    .toBuffer();
}

/** A PNG of one colour. */
export const plainPng = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#0E5E4E' } })
    .png()
    .toBuffer();
