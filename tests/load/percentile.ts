/** The smallest of `times` that at least `share` of them do not exceed, rounded to a thousandth. */
export function percentile(times: readonly number[], share: number): number {
  const sorted = Float64Array.from(times).sort();
  return Number((sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(3));
}
