import sharp from 'sharp';

/** An image composed of SVG layers on a plain background. */
export interface Drawing {
  /** The width in pixels; `height`, `left` and `top` are in pixels too. */
  readonly width: number;
  readonly height: number;
  readonly background: string;
  /** The layers from bottom to top. */
  readonly layers: readonly { readonly svg: string; readonly left: number; readonly top: number }[];
  /** The file format: PNG, with 128 colours, is for images with sharp lines. */
  readonly format: 'png' | 'jpeg';
}

const encodings = { png: { palette: true, colours: 128 }, jpeg: { quality: 88 } };

export const draw = ({ width, height, background, layers, format }: Drawing): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .composite(layers.map(({ svg, left, top }) => ({ input: Buffer.from(svg), left, top })))
    .toFormat(format, encodings[format])
    .toBuffer();
