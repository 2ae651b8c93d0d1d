/** A share in whole percent, '33 %' (docs/rules.md R6.8); '0 %' if the total is zero. */
export function percentOf(count: number, total: number): string {
  const share = total > 0 ? Math.round((100 * count) / total) : 0;
  return `${share}\u00a0%`;
}
