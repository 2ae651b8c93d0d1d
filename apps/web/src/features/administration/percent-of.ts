/** A share in whole percent, '33 %' (spec 001 section 2.7); '0 %' if the total is zero. */
export function percentOf(count: number, total: number): string {
  const share = total > 0 ? Math.round((100 * count) / total) : 0;
  return `${share}\u00a0%`;
}
