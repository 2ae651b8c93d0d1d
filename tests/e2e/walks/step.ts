/** The effort of a person in one step of a walk. */
export interface Step {
  readonly name: string;
  /** Taps or clicks, and keys that are no text: Tab, Enter, arrows. */
  readonly presses: number;
  /** Characters of text. */
  readonly characters: number;
  /** Pages that were opened, a page within the app included. */
  readonly screens: number;
  /** From the first action until its result was visible; typing and reading take no time here. */
  readonly seconds: number;
  /** The longest time from a press or a key to the frame that shows it, in milliseconds, in multiples of 8; 0 below 16. */
  readonly slowest: number;
  /** The same for each screen, by its path. */
  readonly slowestOfScreens: Readonly<Record<string, number>>;
}

export const total = (steps: readonly Step[], name: string): Step => ({
  name,
  presses: sum(steps, 'presses'),
  characters: sum(steps, 'characters'),
  screens: sum(steps, 'screens'),
  seconds: sum(steps, 'seconds'),
  slowest: Math.max(...steps.map(({ slowest }) => slowest)),
  slowestOfScreens: slowestOf(steps.map(({ slowestOfScreens }) => slowestOfScreens)),
});

/** 'Interaction to Next Paint' of a site is that of three quarters of its screens: the 75th percentile, in milliseconds. */
export function interactionToNextPaint(steps: readonly Step[]): number {
  const sorted = Object.values(total(steps, '').slowestOfScreens).toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.75) - 1] ?? 0;
}

function slowestOf(screens: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const slowest: Record<string, number> = {};
  for (const [path, duration] of screens.flatMap(one => Object.entries(one)))
    slowest[path] = Math.max(duration, slowest[path] ?? 0);
  return slowest;
}

const sum = (steps: readonly Step[], key: 'presses' | 'characters' | 'screens' | 'seconds') =>
  steps.reduce((result, step) => result + step[key], 0);
