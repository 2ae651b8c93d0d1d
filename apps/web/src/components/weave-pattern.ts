import { seededRandom } from './seeded-random.ts';
import { type Motif, motifs } from './weave-motifs.ts';

/** Columns of a tile. It is symmetric, so that it repeats horizontally without a seam. */
export const TILE_COLUMNS = 24;
/** Rows of a tile: two adjacent tiles are 48 × 27 stitches, which is 16:9. */
export const TILE_ROWS = 27;

/** Yarns of a real mochila: a ground and three colours that contrast with it. */
const PALETTES = [
  ['#0e5e4e', '#fbf8f2', '#f2b33d', '#d9694a'],
  ['#b4482b', '#fbf1dd', '#f2b33d', '#5f2415'],
  ['#2f6f9f', '#fbf8f2', '#f2b33d', '#163a55'],
  ['#1d2a26', '#f2b33d', '#e2795b', '#f4e9d2'],
  ['#efe2c4', '#0e5e4e', '#b4482b', '#d99a22'],
  ['#f2b33d', '#1d2a26', '#b4482b', '#fdf3dc'],
] as const;

export interface Weave {
  readonly ground: string;
  /** The colour of each yarn and its stitches as one SVG path, in stitch units. */
  readonly yarns: readonly { readonly color: string; readonly path: string }[];
}

/** The pattern of a seed. The same text always gives the same picture. */
export function weaveOf(seed: string): Weave {
  const random = seededRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const [ground, ...colors] = pick(PALETTES);
  const shift = Math.floor(random() * colors.length);
  const rows = rowsAround(pick(motifs.large), () => pick(motifs.small));
  const yarns = colors.map((_, index) => ({
    color: colors[(index + shift) % colors.length] as string,
    path: pathOf(rows, index + 1),
  }));
  return { ground, yarns };
}

/** The yarn of each stitch, row by row: the large motif in the middle, small ones outwards, symmetric above and below. */
function rowsAround(large: Motif, nextSmall: () => Motif): number[][] {
  const middle = knit(large);
  const below: number[][] = [];
  while (middle.length + 2 * below.length < TILE_ROWS) below.push(plainRow(), ...knit(nextSmall()));
  const whole = [...below.toReversed(), ...middle, ...below];
  const excess = Math.floor((whole.length - TILE_ROWS) / 2);
  return whole.slice(excess, excess + TILE_ROWS);
}

const plainRow = (): number[] => Array.from({ length: TILE_COLUMNS }, () => 0);

const knit = (motif: Motif): number[][] =>
  Array.from({ length: motif.height }, (_, y) =>
    Array.from({ length: TILE_COLUMNS }, (_, x) => motif.yarnAt(x, y)),
  );

/** Draws each horizontal run of stitches. */
function pathOf(rows: readonly number[][], yarn: number): string {
  let path = '';
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; ) {
      const start = x;
      while (row[x] === yarn) x += 1;
      if (x > start) path += `M${start} ${y}h${x - start}v1h-${x - start}z`;
      else x += 1;
    }
  });
  return path;
}

/** A single motif for a border: `rows` high, one tile wide. */
export function bandOf(motif: Motif): { rows: number; paths: string[] } {
  const rows = knit(motif);
  return { rows: rows.length, paths: [1, 2, 3].map(yarn => pathOf(rows, yarn)) };
}
