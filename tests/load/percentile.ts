/** The least of `times` that `share` of them do not exceed, to a thousandth. */
export function percentile(times: readonly number[], share: number): number {
  const sorted = Float64Array.from(times).sort();
  return Number((sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(3));
}
