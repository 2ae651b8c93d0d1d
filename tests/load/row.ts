/** One row of the results table and of the JSON. Null: not measured for this row. */
export interface Row {
  readonly part: string;
  /** Activities in the database. */
  readonly size: number | null;
  readonly call: string;
  /** Per second. */
  readonly rate: number | null;
  /** Milliseconds, like `p99`. */
  readonly p50: number | null;
  readonly p99: number | null;
  /** Rate of the baseline (a plain Node server or SQL loop), measured immediately before. */
  readonly baselineRate: number | null;
  /** Rate of the same SQL statements in a loop of plain `pg`, measured immediately before. */
  readonly statementRate: number | null;
  /** `rate` relative to `baselineRate`; in growth rows the p50 at the largest size relative to the smallest. */
  readonly ratio: number | null;
  /** Peak resident memory of the API's process, or of the one that `call` names. */
  readonly megabytes: number | null;
  readonly aim: string | null;
  readonly met: 'yes' | 'no' | null;
}

export interface Aim {
  readonly text: string;
  readonly holds: (row: Row) => boolean;
}

export const atLeast = (share: number): Aim => ({
  text: `≥ ${share} × baseline`,
  holds: ({ ratio }) => ratio !== null && ratio >= share,
});

export const atLeastOfStatements = (share: number): Aim => ({
  text: `≥ ${share} × statements`,
  holds: ({ rate, statementRate }) =>
    rate !== null && statementRate !== null && rate >= share * statementRate,
});

export const both = (one: Aim, other: Aim): Aim => ({
  text: `${one.text}, ${other.text}`,
  holds: row => one.holds(row) && other.holds(row),
});

export const p99Within = (ms: number): Aim => ({
  text: `p99 ≤ ${ms} ms`,
  holds: ({ p99 }) => p99 !== null && p99 <= ms,
});

export const growthAtMost = (times: number): Aim => ({
  text: `p50 ≤ ${times} ×`,
  holds: ({ ratio }) => ratio !== null && ratio <= times,
});

const MAX_MEGABYTES = 256;

/** Memory limit of a process under load. */
export const MEMORY_AIM: Aim = {
  text: `≤ ${MAX_MEGABYTES} MB`,
  holds: ({ megabytes }) => megabytes !== null && megabytes <= MAX_MEGABYTES,
};

type Figures = Pick<Row, 'part' | 'call'> & Partial<Row>;

/** Completes a row and checks it against its aim. */
export function rowOf(figures: Figures, aim: Aim | null = null): Row {
  const { rate = null, baselineRate = null } = figures;
  const row = {
    size: null,
    rate,
    p50: null,
    p99: null,
    baselineRate,
    statementRate: null,
    megabytes: null,
    met: null,
    ratio: rate !== null && baselineRate !== null ? rate / baselineRate : null,
    aim: aim?.text ?? null,
    ...figures,
  };
  return aim === null ? row : { ...row, met: aim.holds(row) ? 'yes' : 'no' };
}
