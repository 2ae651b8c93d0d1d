/** What a scenario has found out. */
export interface Findings {
  /** What was measured and counted, by its name in words. */
  readonly figures: Record<string, number | string>;
  /** What must not be; empty: the proof holds. */
  readonly violations: readonly string[];
}

/** `short`: minutes for all; `real`: nothing is brought forward, however long it takes. */
export type Length = 'short' | 'full' | 'real';

export interface Scenario {
  readonly name: string;
  /** The fault, in words. */
  readonly fault: string;
  run(length: Length): Promise<Findings>;
}

/** Seconds with one digit. */
export const seconds = (ms: number): number => Number((ms / 1000).toFixed(1));
