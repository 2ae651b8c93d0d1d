import { MEMORY_AIM, type Row, rowOf } from './row.ts';

/** The most that the process held under each part's load, at any size. */
export function peakMemoryRows(rows: readonly Row[]): Row[] {
  const most = new Map<string, number>();
  for (const { part, megabytes } of rows) {
    if (megabytes !== null) most.set(part, Math.max(megabytes, most.get(part) ?? 0));
  }
  return [...most].map(([part, megabytes]) =>
    rowOf({ part: 'memory', call: `the most during ${part}`, megabytes }, MEMORY_AIM),
  );
}
