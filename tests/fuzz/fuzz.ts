// npm run fuzz [-- --seed N --requests N]: sends hostile requests to every operation of the OpenAPI description as each role.
import { parseArgs } from 'node:util';
import { openConnection } from '../../apps/api/src/platform/database/connection.ts';
import { build } from '../../scripts/build.ts';
import { startProduct } from '../../scripts/product.ts';
import { withPostgres } from '../load/with-postgres.ts';
import { createFuzzFixture, type Role, roles } from './fuzz-fixture.ts';
import { describeViolation, fuzzRole, type Outcome } from './fuzz-role.ts';
import { type Operation, readOperations } from './operation.ts';

const MAX_PRINTED = 20;
const REQUESTS = '10000';
const SLOW_MS = 5_000;

const { values } = parseArgs({
  options: { seed: { type: 'string' }, requests: { type: 'string', default: REQUESTS } },
});
const seed = Number(values.seed ?? Date.now() % 1_000_000_000);
const requests = Number(values.requests);
if (!Number.isInteger(seed) || !Number.isInteger(requests))
  throw new Error('--seed and --requests are integers');

if (!(await build())) process.exit(1);
const outcomes = new Map<Role, Outcome>();
console.log(`Seed ${seed}, at least ${requests} requests as each of: ${roles.join(', ')}`);
await withPostgres(async databaseUrl => {
  const product = await startProduct({
    RATE_LIMIT_FACTOR: '0',
    LOG_LEVEL: 'error',
    DATABASE_URL: databaseUrl,
  });
  const connection = openConnection(databaseUrl, error => console.error(error.message));
  try {
    const operations = await readOperations(product.url);
    for (const role of roles) {
      const fixture = await createFuzzFixture(connection.db, role);
      const start = performance.now();
      const outcome = await fuzzRole(product.url, operations, fixture, { seed, requests });
      outcomes.set(role, outcome);
      report(role, operations, outcome, performance.now() - start, product.url);
    }
  } finally {
    await connection.close();
    await product.stop();
  }
});
const violationCount = [...outcomes.values()].reduce((sum, { violations }) => sum + violations.length, 0);
console.log(
  violationCount === 0
    ? 'No violations.'
    : `${violationCount} violations; reproduce with: npm run fuzz -- --seed ${seed} --requests ${requests}`,
);
const slowCount = [...outcomes.values()].filter(({ slowest }) => slowest.milliseconds > SLOW_MS).length;
if (slowCount > 0) console.log(`As ${slowCount} roles a response took more than ${SLOW_MS} ms.`);
process.exitCode = violationCount + slowCount === 0 && outcomes.size === roles.length ? 0 : 1;

function report(role: Role, operations: Operation[], outcome: Outcome, ms: number, origin: string): void {
  const rows = [...outcome.counts].map(([operation, byStatus]) => {
    const sorted = [...byStatus].sort(([one], [other]) => one.localeCompare(other));
    const all = sorted.reduce((sum, [, count]) => sum + count, 0);
    return { operation, all, ...Object.fromEntries(sorted) };
  });
  const sentCount = rows.reduce((sum, { all }) => sum + all, 0);
  console.table(rows);
  const { operation, milliseconds } = outcome.slowest;
  console.log(
    `${role}: ${sentCount} requests to ${operations.length} operations in ${Math.round(ms / 1000)} s, the slowest ${Math.round(milliseconds)} ms (${operation}), ${outcome.violations.length} violations`,
  );
  for (const violation of outcome.violations.slice(0, MAX_PRINTED))
    console.log(`\n${role}, ${describeViolation(violation, origin)}`);
}
