/** `unknown`: no response, or one that does not tell whether the transaction committed. */
export type Outcome = 'acknowledged' | 'refused' | 'unknown';

/** Stands for a key without a stored record. */
export const ABSENT = '(absent)';

export type Stored = readonly (readonly [key: string, value: string])[];

export interface Ledger {
  /** Records one write: the values of its keys once it is done. Writes to one key must be sequential. */
  record(kind: string, changes: Record<string, string>, outcome: Outcome): void;
  /** Returns a violation for each stored record that the recorded writes do not explain. */
  compare(stored: Stored): string[];
  counts(): Record<Outcome, number>;
  kinds(): string[];
}

/** Tracks the allowed values of each key: the last acknowledged one, or any unknown one after it. */
export function createLedger(): Ledger {
  const allowed = new Map<string, Set<string>>();
  const counts: Record<Outcome, number> = { acknowledged: 0, refused: 0, unknown: 0 };
  const kinds = new Set<string>();
  return {
    record(kind, changes, outcome) {
      counts[outcome] += 1;
      if (outcome === 'acknowledged') kinds.add(kind);
      for (const [key, value] of Object.entries(changes)) {
        const before = allowed.get(key) ?? new Set([ABSENT]);
        if (outcome === 'acknowledged') allowed.set(key, new Set([value]));
        else allowed.set(key, outcome === 'unknown' ? before.add(value) : before);
      }
    },
    compare(stored) {
      const storedByKey = Map.groupBy(stored, ([key]) => key);
      const unexplained = [...storedByKey.keys()]
        .filter(key => !allowed.has(key))
        .map(key => `unexplained: ${key}`);
      const mismatches = [...allowed].flatMap(([key, values]) => {
        const found = storedByKey.get(key)?.map(([, value]) => value) ?? [ABSENT];
        if (found.length > 1) return [`duplicate: ${key}`];
        const [value = ABSENT] = found;
        return values.has(value) ? [] : [`${key} is ${value}, expected ${[...values].join(' or ')}`];
      });
      return [...unexplained, ...mismatches];
    },
    counts: () => counts,
    kinds: () => [...kinds].sort(),
  };
}
