/** `unknown`: no answer came, or one that cannot know whether the commit came through. */
export type Outcome = 'acknowledged' | 'refused' | 'unknown';

/** The value of what is not there. */
export const ABSENT = '(absent)';

export type Stored = readonly (readonly [key: string, value: string])[];

export interface Ledger {
  /** One write: what the keys are when it was done. Writes to one key come one after the other. */
  record(kind: string, changes: Record<string, string>, outcome: Outcome): void;
  /** What the store may not hold, after all of that. */
  compare(stored: Stored): string[];
  /** How many of each outcome there are. */
  counts(): Record<Outcome, number>;
  kinds(): string[];
}

/** What the store may hold after each write: what was acknowledged, or any of the unknown that came after it. */
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
      const values = Map.groupBy(stored, ([key]) => key);
      const strange = [...values.keys()].filter(key => !allowed.has(key)).map(key => `from nowhere: ${key}`);
      const wrong = [...allowed].flatMap(([key, may]) => {
        const found = values.get(key)?.map(([, value]) => value) ?? [ABSENT];
        if (found.length > 1) return [`doubled: ${key}`];
        const [value = ABSENT] = found;
        return may.has(value) ? [] : [`${key} is ${value}, but was answered as ${[...may].join(' or ')}`];
      });
      return [...strange, ...wrong];
    },
    counts: () => counts,
    kinds: () => [...kinds].sort(),
  };
}
