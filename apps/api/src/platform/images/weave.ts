import { createHash } from 'node:crypto';

/** The size of the woven pattern in stitches. The pattern is symmetric about both axes. */
export const WEAVE_COLUMNS = 24;
export const WEAVE_ROWS = 45;

/** Yarn colours of a mochila (docs/web.md, Look). The first is the background. */
const PALETTES = [
  ['#0E5E4E', '#FBF8F2', '#F2B33D', '#D9694A'],
  ['#B4482B', '#FBF1DD', '#F2B33D', '#5F2415'],
  ['#2F6F9F', '#FBF8F2', '#F2B33D', '#163A55'],
  ['#1D2A26', '#F2B33D', '#E2795B', '#F4E9D2'],
] as const;

/** Indexes of the yarns from the centre of a rhombus outwards. */
const SEQUENCES = [
  [2, 0, 1, 3, 0],
  [1, 1, 0, 2, 0, 3, 0],
  [3, 2, 0, 0, 1, 0],
  [2, 0, 2, 0, 1, 1, 0],
  [1, 0, 0, 3, 2, 3, 0, 0],
] as const;
/** Numbers of rows between the centres of two rhombuses. */
const PERIODS = [15, 22, 44] as const;

/** The woven pattern of an id: the colour of each stitch, of an endless piece around an axis between the columns 11 and 12. */
export function weaveOf(id: string): (column: number, row: number) => string {
  const seed = createHash('sha256').update(id).digest();
  const pick = <T>(list: readonly T[], index: number): T => list[(seed[index] ?? 0) % list.length] as T;
  const palette = pick(PALETTES, 0);
  const sequence = pick(SEQUENCES, 1);
  const period = pick(PERIODS, 2);
  const width = pick([2, 3], 3);
  const slope = pick([1, 2], 4);
  const shift = (seed[5] ?? 0) % sequence.length;
  return (column, row) => {
    const fromAxis = Math.floor(Math.abs(column - (WEAVE_COLUMNS - 1) / 2));
    const phase = (row + (period - (((WEAVE_ROWS - 1) / 2) % period))) % period;
    const fromCentre = Math.min(phase, period - phase);
    const yarn = sequence[(Math.floor((fromAxis + slope * fromCentre) / width) + shift) % sequence.length];
    return palette[yarn ?? 1] ?? palette[0];
  };
}
