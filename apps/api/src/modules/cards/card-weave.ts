import { createHash } from 'node:crypto';

/** Columns and rows of stitches, mirrored about both axes. */
export const WEAVE_COLUMNS = 24;
export const WEAVE_ROWS = 45;

/** Yarn colours of a mochila (LOOK.md), the background first. */
const PALETTES = [
  ['#0E5E4E', '#FBF8F2', '#F2B33D', '#D9694A'],
  ['#B4482B', '#FBF1DD', '#F2B33D', '#5F2415'],
  ['#2F6F9F', '#FBF8F2', '#F2B33D', '#163A55'],
  ['#1D2A26', '#F2B33D', '#E2795B', '#F4E9D2'],
] as const;

/** The yarns from the centre of a rhombus outwards. */
const SEQUENCES = [
  [2, 0, 1, 3, 0],
  [1, 1, 0, 2, 0, 3, 0],
  [3, 2, 0, 0, 1, 0],
  [2, 0, 2, 0, 1, 1, 0],
  [1, 0, 0, 3, 2, 3, 0, 0],
] as const;
/** Rows from one centre to the next. */
const PERIODS = [15, 22, 44] as const;

/** The weave of an id as SVG elements, one unit per stitch; deterministic. */
export function cardWeave(id: string): string {
  const seed = createHash('sha256').update(id).digest();
  const pick = <T>(list: readonly T[], index: number): T => list[(seed[index] ?? 0) % list.length] as T;
  const palette = pick(PALETTES, 0);
  const sequence = pick(SEQUENCES, 1);
  const period = pick(PERIODS, 2);
  const width = pick([2, 3], 3);
  const slope = pick([1, 2], 4);
  const shift = (seed[5] ?? 0) % sequence.length;
  const yarnAt = (column: number, row: number) => {
    const fromAxis = Math.floor(Math.abs(column - (WEAVE_COLUMNS - 1) / 2));
    const phase = (row + (period - (((WEAVE_ROWS - 1) / 2) % period))) % period;
    const fromCentre = Math.min(phase, period - phase);
    return sequence[(Math.floor((fromAxis + slope * fromCentre) / width) + shift) % sequence.length];
  };
  const stitches = Array.from({ length: WEAVE_COLUMNS * WEAVE_ROWS }, (_, index) => {
    const [column, row] = [index % WEAVE_COLUMNS, Math.floor(index / WEAVE_COLUMNS)];
    const yarn = yarnAt(column, row);
    return yarn === 0 ? '' : `<path fill="${palette[yarn ?? 1]}" d="M${column} ${row}h1v1h-1z"/>`;
  });
  return `<rect width="${WEAVE_COLUMNS}" height="${WEAVE_ROWS}" fill="${palette[0]}"/>${stitches.join('')}`;
}
