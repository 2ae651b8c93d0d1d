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
}

export const total = (steps: readonly Step[], name: string): Step => ({
  name,
  presses: sum(steps, 'presses'),
  characters: sum(steps, 'characters'),
  screens: sum(steps, 'screens'),
  seconds: sum(steps, 'seconds'),
});

const sum = (steps: readonly Step[], key: Exclude<keyof Step, 'name'>) =>
  steps.reduce((result, step) => result + step[key], 0);
