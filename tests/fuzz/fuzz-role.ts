import fc from 'fast-check';
import type { Operation } from './operation.ts';
import type { Probe } from './probe.ts';
import { probesOf } from './probe-arbitrary.ts';
import { send } from './send.ts';
import { faultsOf } from './verdict.ts';
import type { World } from './world.ts';

const AT_ONCE = 4;
const REFRESH_EVERY = 300;

interface Violation {
  readonly operation: string;
  readonly faults: string[];
  readonly probe: Probe;
}

export interface Outcome {
  /** How often each operation answered what; `cut` for no answer. */
  readonly counts: Map<string, Map<string, number>>;
  readonly violations: Violation[];
  readonly slowestMs: number;
}

const nameOf = ({ method, path }: Operation): string => `${method} ${path}`;

/** At least `requests` requests, each operation as often as any other, the same ones for the same seed. */
export async function fuzzRole(
  origin: string,
  operations: readonly Operation[],
  world: World,
  { seed, requests }: { seed: number; requests: number },
): Promise<Outcome> {
  const counts = new Map(operations.map(operation => [nameOf(operation), new Map<string, number>()]));
  const violations: Violation[] = [];
  let slowestMs = 0;
  const queue = inTurns(operations, requests, seed);
  let sent = 0;

  async function work(): Promise<void> {
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const [operation, drawn] = next;
      const probe = filled(drawn, world);
      const answer = await send(origin, probe, world.cookie);
      slowestMs = Math.max(slowestMs, answer?.milliseconds ?? 0);
      const byStatus = counts.get(nameOf(operation));
      const status = String(answer?.status ?? 'cut');
      byStatus?.set(status, (byStatus.get(status) ?? 0) + 1);
      const faults = faultsOf(operation, probe, answer);
      if (faults.length > 0) violations.push({ operation: nameOf(operation), faults, probe });
      sent += 1;
      const hasEnded = answer?.headers['set-cookie'] !== undefined || answer?.status === 401;
      if (sent % REFRESH_EVERY === 0 || (hasEnded && world.cookie !== '')) await refreshed();
    }
  }

  // One at a time: those who meet at an ended session wait for the same new one.
  let refreshing: Promise<void> | null = null;
  const refreshed = (): Promise<void> => {
    refreshing ??= world.refresh().finally(() => {
      refreshing = null;
    });
    return refreshing;
  };

  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { counts, violations, slowestMs };
}

/** Drawn from the seed, one of each operation after the other. */
function inTurns(operations: readonly Operation[], requests: number, seed: number): [Operation, Probe][] {
  const each = Math.ceil(requests / operations.length);
  const drawn = operations.map((operation, index) =>
    fc.sample(probesOf(operation), { numRuns: each, seed: seed + index }),
  );
  const turns: [Operation, Probe][] = [];
  for (let turn = 0; turn < each; turn += 1) {
    for (const [index, operation] of operations.entries()) {
      const probe = drawn[index]?.[turn];
      if (probe !== undefined) turns.push([operation, probe]);
    }
  }
  return turns;
}

const filled = (probe: Probe, world: World): Probe => ({
  ...probe,
  url: world.fill(probe.url),
  body: typeof probe.body === 'string' ? world.fill(probe.body) : probe.body,
});
