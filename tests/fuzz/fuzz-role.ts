import fc from 'fast-check';
import type { FuzzFixture } from './fuzz-fixture.ts';
import type { Operation } from './operation.ts';
import { asCurl, type Probe } from './probe.ts';
import { probesOf } from './probe-arbitrary.ts';
import { responseFaults } from './response-faults.ts';
import { sendProbe } from './send-probe.ts';

const CONCURRENCY = 4;
const REFRESH_EVERY = 300;

interface Violation {
  readonly operation: string;
  readonly faults: string[];
  readonly probe: Probe;
}

export interface Outcome {
  /** Responses by operation and status; `none` for no response. */
  readonly counts: Map<string, Map<string, number>>;
  readonly violations: Violation[];
  /** Of all responses; only `npm run fuzz` judges it, since a busy machine delays all of them. */
  readonly slowest: { readonly operation: string; readonly milliseconds: number };
}

/** Returns what a violation is and the command that repeats its request. */
export const describeViolation = ({ operation, faults, probe }: Violation, origin: string): string =>
  `${operation}, ${probe.label}: ${faults.join('; ')}\n${asCurl(origin, probe)}`;

const nameOf = ({ method, path }: Operation): string => `${method} ${path}`;

/** Sends at least `requests` requests, evenly over the operations, and the same ones for the same seed. */
export async function fuzzRole(
  origin: string,
  operations: readonly Operation[],
  fixture: FuzzFixture,
  { seed, requests }: { seed: number; requests: number },
): Promise<Outcome> {
  const counts = new Map(operations.map(operation => [nameOf(operation), new Map<string, number>()]));
  const violations: Violation[] = [];
  let slowest = { operation: 'none', milliseconds: 0 };
  const queue = interleavedProbes(operations, requests, seed);
  let sent = 0;

  async function work(): Promise<void> {
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const [operation, generated] = next;
      const probe = fillProbe(generated, fixture);
      const responseOrCause = await sendProbe(origin, probe, fixture.headers);
      const response = typeof responseOrCause === 'string' ? null : responseOrCause;
      const milliseconds = response?.milliseconds ?? 0;
      if (milliseconds > slowest.milliseconds) slowest = { operation: nameOf(operation), milliseconds };
      const byStatus = counts.get(nameOf(operation));
      const status = String(response?.status ?? 'none');
      byStatus?.set(status, (byStatus.get(status) ?? 0) + 1);
      const faults = responseFaults(operation, probe, responseOrCause);
      if (faults.length > 0) violations.push({ operation: nameOf(operation), faults, probe });
      sent += 1;
      const isSessionEnded = response?.headers['set-cookie'] !== undefined || response?.status === 401;
      if (sent % REFRESH_EVERY === 0 || (isSessionEnded && Object.keys(fixture.headers).length > 0))
        await refreshOnce();
    }
  }

  // Workers that find the session ended share one refresh.
  let refreshing: Promise<void> | null = null;
  const refreshOnce = (): Promise<void> => {
    refreshing ??= fixture.refresh().finally(() => {
      refreshing = null;
    });
    return refreshing;
  };

  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return { counts, violations, slowest };
}

/** Generates the probes from the seed, interleaved by operation. */
function interleavedProbes(
  operations: readonly Operation[],
  requests: number,
  seed: number,
): [Operation, Probe][] {
  const perOperation = Math.ceil(requests / operations.length);
  const generated = operations.map((operation, index) =>
    fc.sample(probesOf(operation), { numRuns: perOperation, seed: seed + index }),
  );
  const probes: [Operation, Probe][] = [];
  for (let pass = 0; pass < perOperation; pass += 1) {
    for (const [index, operation] of operations.entries()) {
      const probe = generated[index]?.[pass];
      if (probe !== undefined) probes.push([operation, probe]);
    }
  }
  return probes;
}

const fillProbe = (probe: Probe, fixture: FuzzFixture): Probe => ({
  ...probe,
  url: fixture.fillSlots(probe.url),
  body: typeof probe.body === 'string' ? fixture.fillSlots(probe.body) : probe.body,
});
