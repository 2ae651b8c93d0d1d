import { growthAtMost, type Row, rowOf } from './row.ts';

/** How much longer each call takes at the largest size than at the smallest; nothing when there is but one. */
export function growthRows(rows: readonly Row[]): Row[] {
  const sizes = rows.flatMap(({ size }) => size ?? []);
  const [smallest, largest] = [Math.min(...sizes), Math.max(...sizes)];
  if (sizes.length === 0 || smallest === largest) return [];
  return rows
    .filter(({ size }) => size === largest)
    .flatMap(({ part, call, rate, p50, p99 }) => {
      const before = rows.find(row => row.size === smallest && row.part === part && row.call === call)?.p50;
      if (p50 === null || before === undefined || before === null) return [];
      const figures = { rate, p50, p99, ratio: p50 / before };
      const since = `${part}: ${call}, since ${smallest.toLocaleString('en')}`;
      return rowOf({ part: 'growth', size: largest, call: since, ...figures }, growthAtMost(2));
    });
}
