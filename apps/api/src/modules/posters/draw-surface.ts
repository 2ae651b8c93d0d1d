import encodeQR from 'qr';
import sharp, { type Sharp } from 'sharp';
import type { PageWriter, Tag } from '../../platform/paper/page-writer.ts';
import { fontOf, type LineRun } from '../../platform/paper/text-layout.ts';
import { type Brand, withBrand } from '../../platform/site/brand.ts';

/** A box in points of the layout. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The surface of a drawing: the page of a PDF, or an image. */
export interface Surface {
  readonly brand: Brand;
  fill(area: Area, color: string): void;
  /** Fills a shape in the notation of SVG paths, moved and scaled. */
  path(shape: string, at: { x: number; y: number; scale: number }, paint: Paint): void;
  run(run: LineRun, at: { x: number; baseline: number; size: number; color: string }): void;
  picture(jpeg: Buffer, area: Area): void;
  /** Draws an element that screen readers read. */
  part(tag: Tag, draw: () => void, alt?: string): void;
  /** Draws what screen readers skip. */
  decorate(draw: () => void): void;
}

type Paint = { readonly fill: string } | { readonly stroke: string; readonly lineWidth: number };

/** A surface that is the page of a PDF. */
export const pdfSurface = ({ document, run, part, decorate, brand }: PageWriter): Surface => ({
  brand,
  fill: ({ x, y, width, height }, color) =>
    void document.rect(x, y, width, height).fill(withBrand(brand)(color)),
  path(shape, { x, y, scale }, paint) {
    document.save().translate(x, y).scale(scale).path(shape);
    if ('fill' in paint) document.fill(withBrand(brand)(paint.fill));
    else document.lineWidth(paint.lineWidth).lineJoin('round').stroke(paint.stroke);
    document.restore();
  },
  run: (one, { x, baseline, size, color }) => run(one, { size, color, x, baseline }),
  picture: (jpeg, { x, y, width, height }) => void document.image(jpeg, x, y, { width, height }),
  part: (tag, draw, alt) => part(tag, draw, alt === undefined ? {} : { alt }),
  decorate: draw => decorate(draw),
});

/** A surface that collects layers for an image of `scale` pixels per point. */
export function imageSurface(scale: number, brand: Brand) {
  const branded = withBrand(brand);
  type Layer = { readonly svg: string } | { readonly jpeg: Buffer; readonly area: Area };
  const layers: Layer[] = [];
  let shapes: string[] = [];
  const flush = () => {
    if (shapes.length > 0) layers.push({ svg: shapes.join('') });
    shapes = [];
  };
  const surface: Surface = {
    brand,
    fill: ({ x, y, width, height }, color) =>
      void shapes.push(
        `<path fill="${branded(color)}" shape-rendering="crispEdges" d="M${x} ${y}h${width}v${height}h${-width}z"/>`,
      ),
    path(shape, { x, y, scale: factor }, paint) {
      const attributes =
        'fill' in paint
          ? `fill="${branded(paint.fill)}"`
          : `fill="none" stroke="${paint.stroke}" stroke-width="${paint.lineWidth}" stroke-linejoin="round"`;
      shapes.push(`<path transform="translate(${x} ${y}) scale(${factor})" ${attributes} d="${shape}"/>`);
    },
    run({ text, fontFile }, { x, baseline, size, color }) {
      const font = fontOf(fontFile);
      const factor = size / font.unitsPerEm;
      const { glyphs, positions } = font.layout(text);
      let left = 0;
      const outlines = glyphs.map((glyph, index) => {
        const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
        const outline = `<path transform="translate(${left + xOffset} ${yOffset})" d="${glyph.path.toSVG()}"/>`;
        left += xAdvance;
        return outline;
      });
      shapes.push(
        `<g fill="${branded(color)}" transform="translate(${x} ${baseline}) scale(${factor} ${-factor})">${outlines.join('')}</g>`,
      );
    },
    picture(jpeg, area) {
      flush();
      layers.push({ jpeg, area });
    },
    part: (_tag, draw) => draw(),
    decorate: draw => draw(),
  };

  /** The image of a page of this size, with a plain background. */
  function compose(width: number, height: number, background: string): Sharp {
    flush();
    const composed = layers.map(layer => {
      if ('svg' in layer) {
        const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width / scale} ${height / scale}">${layer.svg}</svg>`;
        return { input: Buffer.from(svg), left: 0, top: 0 };
      }
      const { x, y } = layer.area;
      return { input: layer.jpeg, left: Math.round(x * scale), top: Math.round(y * scale) };
    });
    return sharp({ create: { width, height, channels: 3, background } }).composite(composed);
  }
  return { surface, compose };
}

/** Draws the QR code of a URL as rectangles, one for each run of dark modules. */
export function drawCode(surface: Surface, url: string, { x, y, width }: Area, color: string): void {
  const modules = encodeQR(url, 'raw', { border: 1 })
    .slice(1, -1)
    .map(row => row.slice(1, -1));
  const shape = modules
    .flatMap((row, down) =>
      row.map((isDark, across) => (isDark ? `M${across} ${down}h1.01v1.01h-1.01z` : '')),
    )
    .join('');
  surface.path(shape, { x, y, scale: width / modules.length }, { fill: color });
}
