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
}

export const total = (steps: readonly Step[], name: string): Step => ({
  name,
  presses: sum(steps, 'presses'),
  characters: sum(steps, 'characters'),
  screens: sum(steps, 'screens'),
  seconds: sum(steps, 'seconds'),
  slowest: Math.max(...steps.map(({ slowest }) => slowest)),
});

const sum = (steps: readonly Step[], key: Exclude<keyof Step, 'name' | 'slowest'>) =>
  steps.reduce((result, step) => result + step[key], 0);
