import type { Bounds } from './position.ts';

const STEPS_DEGREES = [10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001];
/** Fewer would give no sense of movement. */
const LINES_MIN = 5;
const LATITUDE_MAX = 85;

type Line = [from: [number, number], to: [number, number]];

/** Meridians and parallels through the bounds and their surroundings: the plain ground shows by them how the map moves. */
export function gridLines([west, south, east, north]: Bounds): Line[] {
  const width = Math.max(east - west, 0.001);
  const step = STEPS_DEGREES.find(degrees => width / degrees >= LINES_MIN) ?? 0.001;
  const [left, right] = [west - width, east + width];
  const [bottom, top] = [Math.max(south - width, -LATITUDE_MAX), Math.min(north + width, LATITUDE_MAX)];
  const meridians = multiples(left, right, step).map(
    (x): Line => [
      [x, bottom],
      [x, top],
    ],
  );
  const parallels = multiples(bottom, top, step).map(
    (y): Line => [
      [left, y],
      [right, y],
    ],
  );
  return [...meridians, ...parallels];
}

function multiples(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step);
  return Array.from(
    { length: Math.max(0, Math.floor(to / step) - first + 1) },
    (_, index) => (first + index) * step,
  );
}
