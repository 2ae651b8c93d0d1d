import { describe, expect, it } from 'vitest';
import { fuzzRole } from '../../../tests/fuzz/fuzz-role.ts';
import { readOperations } from '../../../tests/fuzz/operation.ts';
import { openWorld, roles } from '../../../tests/fuzz/world.ts';
import { testApp } from '../test/app.ts';
import { listenOnFreePort } from '../test/live-client.ts';

// The short form of `npm run fuzz`: the same seed at each run, so that what it finds stays found.
const SEED = 20_261_132;
const REQUESTS = 240;

const app = await testApp();
app.setNow(new Date());
await app.startJobs();
const origin = await listenOnFreePort(app.server);
const operations = await readOperations(origin);

describe.each(roles)('what nobody should send, by %s', role => {
  it('is answered as the contract says, and never by a fault', async () => {
    const world = await openWorld(app.platform.db, role);
    const { counts, violations } = await fuzzRole(origin, operations, world, {
      seed: SEED,
      requests: REQUESTS,
    });
    expect(violations).toEqual([]);
    const sent = [...counts.values()].flatMap(byStatus => [...byStatus.values()]);
    expect(sent.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(REQUESTS);
    const statuses = new Set([...counts.values()].flatMap(byStatus => [...byStatus.keys()]));
    expect([...statuses]).toEqual(expect.arrayContaining(['200', '400', '401', '403', '415']));
  });
});

it('leaves every object as it was', () => {
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect('hostile' in {}).toBe(false);
});
