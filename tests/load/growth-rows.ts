import { growthAtMost, type Row, rowOf } from './row.ts';

/** The p50 of each call at the largest size relative to the smallest; empty when there is only one size. */
export function growthRows(rows: readonly Row[]): Row[] {
  const sizes = rows.flatMap(({ size }) => size ?? []);
  const [smallest, largest] = [Math.min(...sizes), Math.max(...sizes)];
  if (sizes.length === 0 || smallest === largest) return [];
  return rows
    .filter(({ size }) => size === largest)
    .flatMap(({ part, call, rate, p50, p99 }) => {
      const smallestP50 = rows.find(
        row => row.size === smallest && row.part === part && row.call === call,
      )?.p50;
      if (p50 === null || smallestP50 === undefined || smallestP50 === null) return [];
      const figures = { rate, p50, p99, ratio: p50 / smallestP50 };
      const label = `${part}: ${call}, relative to ${smallest.toLocaleString('en')}`;
      // Hits of a search grow with the activities.
      const aim = growthAtMost(part === 'search' ? 4 : 2);
      return rowOf({ part: 'growth', size: largest, call: label, ...figures }, aim);
    });
}
