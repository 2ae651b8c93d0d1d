import { MEMORY_AIM, type Row, rowOf } from './row.ts';

/** The process's peak memory during each part, over all sizes. */
export function peakMemoryRows(rows: readonly Row[]): Row[] {
  const peaks = new Map<string, number>();
  for (const { part, megabytes } of rows) {
    if (megabytes !== null) peaks.set(part, Math.max(megabytes, peaks.get(part) ?? 0));
  }
  return [...peaks].map(([part, megabytes]) =>
    rowOf({ part: 'memory', call: `peak during ${part}`, megabytes }, MEMORY_AIM),
  );
}
