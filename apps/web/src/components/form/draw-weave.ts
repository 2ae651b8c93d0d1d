import { OWN_YARN, TILE_COLUMNS, TILE_ROWS, weaveOf } from '../brand/weave-pattern.ts';

/** Pixels of a stitch. Two tiles make a picture of 1,536 × 864 pixels. */
const STITCH = 32;

/** The weave of a seed as the file of a picture. Rejects if the browser makes no file of what it has drawn. */
export async function drawWeave(seed: string, name: string): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = 2 * TILE_COLUMNS * STITCH;
  canvas.height = TILE_ROWS * STITCH;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('the browser has no canvas');
  context.scale(STITCH, STITCH);
  drawStitches(context, seed);
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/png'));
  if (blob === null) throw new Error('the browser has encoded no picture');
  return new File([blob], weaveFile(name), { type: blob.type });
}

/** The name of the file, by which the form knows that its picture is this weave. */
export const weaveFile = (name: string): string => `${name}.png`;

/** The site's colour in the light scheme, since a picture is the same in both. A canvas does not know variables. */
function ownColour(): string {
  const probe = document.body.appendChild(document.createElement('span'));
  probe.style.cssText = `color-scheme:light;color:${OWN_YARN}`;
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** In stitch units, as the `Weave` of a screen. */
function drawStitches(context: CanvasRenderingContext2D, seed: string): void {
  const { ground, yarns } = weaveOf(seed);
  const own = ownColour();
  const inColour = (color: string) => (color === OWN_YARN ? own : color);
  context.fillStyle = inColour(ground);
  context.fillRect(0, 0, 2 * TILE_COLUMNS, TILE_ROWS);
  for (const left of [0, TILE_COLUMNS]) {
    context.save();
    context.translate(left, 0);
    for (const { color, path } of yarns) {
      context.fillStyle = inColour(color);
      context.fill(new Path2D(path));
    }
    context.restore();
  }
  context.strokeStyle = 'rgb(0 0 0 / 20%)';
  context.lineWidth = 0.16;
  context.beginPath();
  for (let y = 0; y < TILE_ROWS; y += 1) {
    context.moveTo(0, y + 0.1);
    for (let x = 0; x < 2 * TILE_COLUMNS; x += 1) {
      context.lineTo(x + 0.5, y + 0.65);
      context.lineTo(x + 1, y + 0.1);
    }
  }
  context.stroke();
}
