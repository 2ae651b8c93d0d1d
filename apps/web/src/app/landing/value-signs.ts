import type { Sign } from './stitched-sign.tsx';

// One character per stitch: x is the paper-coloured yarn, o the maize one.
const cooperation = [
  '.xxx...ooo.',
  '.xxx...ooo.',
  '...........',
  'xxxxx.ooooo',
  'xxxxxxooooo',
  '.xxx...ooo.',
  '.xxx...ooo.',
  '.xxx...ooo.',
  '.x.x...o.o.',
  '.x.x...o.o.',
  'xx.xx.oo.oo',
];

const transparency = [
  '...........',
  '...........',
  '...xxxxx...',
  '..x.....x..',
  '.x..ooo..x.',
  'x..ooooo..x',
  '.x..ooo..x.',
  '..x.....x..',
  '...xxxxx...',
  '...........',
  '...........',
];

const inclusion = [
  '.....x.....',
  '....xxx....',
  '...x...x...',
  '..x..o..x..',
  '.x..ooo..x.',
  'xx.ooooo.xx',
  '.x..ooo..x.',
  '..x..o..x..',
  '...x...x...',
  '....xxx....',
  '.....x.....',
];

const democracy = [
  '....o.o....',
  '....o.o.o..',
  '..o.o.o.o..',
  '..o.o.o.o..',
  '..o.ooooo..',
  '..ooooooo..',
  '..ooooooo..',
  '...ooooo...',
  '....xxx....',
  '...xxxxx...',
  '...xxxxx...',
];

const sustainability = [
  '...........',
  '.......ooo.',
  '.ooo..oooo.',
  '.oooo.ooo..',
  '..ooo.oo...',
  '...ooxo....',
  '.....x.....',
  '.....x.....',
  '..xxxxxxx..',
  '...xxxxx...',
  '...xxxxx...',
];

const innovation = [
  '.....o.....',
  '.o...o...o.',
  '..o..o..o..',
  '...xxxxx...',
  '...xooox...',
  'ooox.o.xooo',
  '...xooox...',
  '...xxxxx...',
  '..o..o..o..',
  '.o...o...o.',
  '.....o.....',
];

/** The signs of the six values (docs/rules.md R7.1), each on its own cloth. */
export const valueSigns = {
  cooperation: { cloth: '#0e5e4e', rows: cooperation },
  transparency: { cloth: '#2f6f9f', rows: transparency },
  inclusion: { cloth: '#b4482b', rows: inclusion },
  democracy: { cloth: '#163a55', rows: democracy },
  sustainability: { cloth: '#0e5e4e', rows: sustainability },
  innovation: { cloth: '#b4482b', rows: innovation },
} satisfies Record<string, Sign>;
