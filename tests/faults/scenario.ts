export interface Findings {
  /** Measurements and counts by their label. */
  readonly figures: Record<string, number | string>;
  /** Broken guarantees; empty when the scenario passes. */
  readonly violations: readonly string[];
}

/** `short`: all scenarios within minutes. `real`: no retry delay is skipped, which takes up to 65 minutes. */
export type Length = 'short' | 'full' | 'real';

export interface Scenario {
  readonly name: string;
  /** Description of the fault, for the table. */
  readonly fault: string;
  run(length: Length): Promise<Findings>;
}

/** Milliseconds as seconds with one decimal. */
export const seconds = (ms: number): number => Number((ms / 1000).toFixed(1));
