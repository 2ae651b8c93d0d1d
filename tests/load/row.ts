/** One figure of the bench, as it stands in the table and in the JSON. Null: this figure has none. */
export interface Row {
  readonly part: string;
  /** Activities in the database. */
  readonly size: number | null;
  readonly call: string;
  /** Times a second. */
  readonly rate: number | null;
  /** Milliseconds, like `p99`. */
  readonly p50: number | null;
  readonly p99: number | null;
  /** What a bare Node server or a bare SQL loop made in the same run, right before. */
  readonly baselineRate: number | null;
  /** `rate` to `baselineRate`; of a growth, the p50 at the largest size to that at the smallest. */
  readonly ratio: number | null;
  /** The most that the API's process, or the one that `call` names, held meanwhile (resident). */
  readonly megabytes: number | null;
  readonly aim: string | null;
  readonly met: 'yes' | 'no' | null;
}

export interface Aim {
  readonly text: string;
  readonly holds: (row: Row) => boolean;
}

export const atLeast = (share: number): Aim => ({
  text: `≥ ${share} × bare`,
  holds: ({ ratio }) => ratio !== null && ratio >= share,
});

export const p99Within = (ms: number): Aim => ({
  text: `p99 ≤ ${ms} ms`,
  holds: ({ p99 }) => p99 !== null && p99 <= ms,
});

export const growthAtMost = (times: number): Aim => ({
  text: `p50 ≤ ${times} ×`,
  holds: ({ ratio }) => ratio !== null && ratio <= times,
});

const MAX_MEGABYTES = 200;

/** What a process may hold under load. */
export const MEMORY_AIM: Aim = {
  text: `≤ ${MAX_MEGABYTES} MB`,
  holds: ({ megabytes }) => megabytes !== null && megabytes <= MAX_MEGABYTES,
};

type Figures = Pick<Row, 'part' | 'call'> & Partial<Row>;

/** A row of what is known of it, judged by its aim. */
export function rowOf(figures: Figures, aim: Aim | null = null): Row {
  const { rate = null, baselineRate = null } = figures;
  const row = {
    ...{ size: null, rate, p50: null, p99: null, baselineRate, megabytes: null, met: null },
    ratio: rate !== null && baselineRate !== null ? rate / baselineRate : null,
    aim: aim?.text ?? null,
    ...figures,
  };
  return aim === null ? row : { ...row, met: aim.holds(row) ? 'yes' : 'no' };
}
