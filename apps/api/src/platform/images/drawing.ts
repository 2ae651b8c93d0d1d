import sharp from 'sharp';

/** An image composed of a picture and SVG layers on a plain background. */
export interface Drawing {
  /** The width in pixels; `height`, `left` and `top` are in pixels too. */
  readonly width: number;
  readonly height: number;
  readonly background: string;
  /** The file of a picture in the middle, as large as fits into a square of `side` pixels. */
  readonly picture?: { readonly bytes: Uint8Array; readonly side: number };
  /** The layers from bottom to top. */
  readonly layers: readonly { readonly svg: string; readonly left: number; readonly top: number }[];
  /** The file format: PNG, with 128 colours, is for images with sharp lines. */
  readonly format: 'png' | 'jpeg';
}

const encodings = { png: { palette: true, colours: 128 }, jpeg: { quality: 88 } };

export async function draw({ width, height, background, picture, layers, format }: Drawing): Promise<Buffer> {
  const fitted = picture && [{ input: await fit(picture), gravity: 'centre' }];
  return sharp({ create: { width, height, channels: 3, background } })
    .composite([
      ...(fitted ?? []),
      ...layers.map(({ svg, left, top }) => ({ input: Buffer.from(svg), left, top })),
    ])
    .toFormat(format, encodings[format])
    .toBuffer();
}

const fit = ({ bytes, side }: NonNullable<Drawing['picture']>): Promise<Buffer> =>
  sharp(bytes).resize(side, side, { fit: 'inside' }).png().toBuffer();
