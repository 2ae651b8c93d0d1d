/** Duration and volume of the measurements. */
export interface LoadProfile {
  /**
   * Duration of each measurement. A warm-up precedes it: as long for a call over HTTP, since V8 takes seconds to compile hot code, a
   * quarter for a loop.
   */
  readonly seconds: number;
  /** Duration of the warm-up of a call over HTTP that runs so much code that `seconds` are too short for it. */
  readonly warmUpSeconds?: number;
  /** Fraction of the full volume, for parts that process a fixed number (notifications, starts, reminders). */
  readonly share: number;
}

export const FULL: LoadProfile = { seconds: 3, share: 1 };
/** For a trial of a minute. */
export const SHORT: LoadProfile = { seconds: 0.4, share: 0.05 };
