/** Columns of a tile. It is symmetric, so that it repeats horizontally without a seam. */
export const TILE_COLUMNS = 24;
/** Rows of a tile: two adjacent tiles are 48 × 27 stitches, which is 16:9. */
export const TILE_ROWS = 27;

/** The site's colour (apps/web/src/theme/tokens.css), or that of the default site. */
export const OWN_YARN = 'var(--minga-own-band,#0e5e4e)';
/** Yarns of a real mochila: a ground and three colours that contrast with it. */
const PALETTES = [
  [OWN_YARN, '#fbf8f2', '#f2b33d', '#d9694a'],
  ['#b4482b', '#fbf1dd', '#f2b33d', '#5f2415'],
  ['#2f6f9f', '#fbf8f2', '#f2b33d', '#163a55'],
  ['#1d2a26', '#f2b33d', '#e2795b', '#f4e9d2'],
  ['#efe2c4', OWN_YARN, '#b4482b', '#d99a22'],
  ['#f2b33d', '#1d2a26', '#b4482b', '#fdf3dc'],
] as const;

interface Weave {
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

/** The yarns of a motif, row by row. */
export const knit = (motif: Motif): number[][] =>
  Array.from({ length: motif.height }, (_, y) =>
    Array.from({ length: TILE_COLUMNS }, (_, x) => motif.yarnAt(x, y)),
  );

/** Draws each horizontal run of stitches. */
export function pathOf(rows: readonly number[][], yarn: number): string {
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

/** A band of a mochila: `yarnAt` returns the yarn of a stitch, 0 (the ground) to 3; it repeats every 24 columns. */
export interface Motif {
  readonly height: number;
  readonly yarnAt: (column: number, row: number) => number;
}

/** Columns from the tile's axis of symmetry, 0 to 11. */
const fromAxis = (column: number) => Math.floor(Math.abs(column - 11.5));

const rhombi: Motif = {
  height: 15,
  yarnAt: (column, row) => [2, 0, 1, 3, 0][Math.floor((fromAxis(column) + Math.abs(row - 7)) / 2) % 5] ?? 0,
};

const steps: Motif = {
  height: 13,
  yarnAt: (column, row) => {
    const depth = Math.abs(row - 6) + 2 * Math.floor(fromAxis(column) / 2);
    return [1, 1, 0, 0, 2, 2, 0, 0, 3, 3, 0, 0, 1, 1, 0, 0, 2][depth] ?? 2;
  },
};

const drawn = (yarns: Record<string, number>, rows: readonly string[]): Motif => ({
  height: rows.length,
  yarnAt: (column, row) => {
    const line = rows[row] ?? '';
    return yarns[line[column % line.length] ?? ''] ?? 0;
  },
});

/** People holding hands. */
export const people = drawn({ o: 2, x: 1, m: 3 }, [
  '...oo...',
  '...oo...',
  'x......x',
  'xxmmmmxx',
  '..mmmm..',
  '..mmmm..',
  '..xxxx..',
  '..x..x..',
  '.xx..xx.',
]);

const spirals = drawn({ x: 1, o: 2, m: 3 }, [
  'xxxxxxxx....',
  'x......x.oo.',
  'x.xxxx.x.oo.',
  'x.x..x.x....',
  'x.x.xx.x.mm.',
  'x.x....x.mm.',
  'x.xxxxxx....',
  'x........oo.',
  'xxxxxxxxxoox',
]);

const stars = drawn({ x: 1, o: 2, m: 3 }, [
  '.....xx.....',
  '..x..xx..x..',
  '..xx.oo.xx..',
  'x..xoooox..x',
  '..xoommoox..',
  'xxoommmmooxx',
  '..xoommoox..',
  'x..xoooox..x',
  '..xx.oo.xx..',
  '..x..xx..x..',
  '.....xx.....',
]);

/** A single zigzag thread over another. */
export const zigzag: Motif = {
  height: 6,
  yarnAt: (column, row) => [0, 1, 1, 0, 2, 0][(row + Math.abs((column % 6) - 3)) % 6] ?? 0,
};

const eyes = drawn({ x: 1, o: 2, m: 3 }, ['..xx..', '.xoox.', 'xommox', '.xoox.', '..xx..']);
const threads = drawn({ o: 2, x: 1 }, ['oooooooo', '........', 'xxxxxxxx']);
const teeth = drawn({ m: 3, o: 2 }, ['m.......', 'mm.....m', 'mmm.o.mm', 'mmmmommm']);
const seeds = drawn({ o: 2, x: 1 }, ['o..x', '.oo.']);

const motifs = {
  large: [rhombi, steps, people, spirals, stars],
  small: [zigzag, eyes, threads, teeth, seeds],
} as const;

/** A deterministic generator of numbers in [0, 1): FNV-1a hashes the text to the seed, mulberry32 makes the sequence. */
function seededRandom(text: string): () => number {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  }
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
