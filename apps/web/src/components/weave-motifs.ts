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

export const motifs = {
  large: [rhombi, steps, people, spirals, stars],
  small: [zigzag, eyes, threads, teeth, seeds],
} as const;
