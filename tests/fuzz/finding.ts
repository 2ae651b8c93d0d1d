/** A check and the unexpected value that it found; empty if it passed. */
export type Finding = readonly [label: string, unexpected: string];

export const check = (label: string, passes: boolean, actual: unknown): Finding => [
  label,
  passes ? '' : String(typeof actual === 'string' ? actual : JSON.stringify(actual)),
];
