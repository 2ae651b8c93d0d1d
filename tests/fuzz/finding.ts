/** What was looked at, and what was wrong with it; empty: nothing. */
export type Finding = readonly [what: string, wrong: string];

export const check = (what: string, isRight: boolean, seen: unknown): Finding => [
  what,
  isRight ? '' : String(typeof seen === 'string' ? seen : JSON.stringify(seen)),
];
