/** How long and how much is measured. */
export interface LoadProfile {
  /** Of each call; of one over HTTP as long before, to warm up (V8 takes seconds to compile what runs often), of a loop a quarter. */
  readonly seconds: number;
  /** Of what is counted rather than timed (bells, starts, reminders): this share of the whole. */
  readonly share: number;
}

export const FULL: LoadProfile = { seconds: 3, share: 1 };
/** For a try of a minute. */
export const SHORT: LoadProfile = { seconds: 0.4, share: 0.05 };
