import { describe, expect, it } from 'vitest';
import { createFuzzFixture, roles } from '../../../tests/fuzz/fuzz-fixture.ts';
import { describeViolation, fuzzRole } from '../../../tests/fuzz/fuzz-role.ts';
import { readOperations } from '../../../tests/fuzz/operation.ts';
import { testApp } from '../test/app.ts';
import { listenOnFreePort } from '../test/live-client.ts';

// The short form of `npm run fuzz`, with a constant seed so that every failure reproduces.
const SEED = 20_261_132;
const REQUESTS = 240;

const app = await testApp();
app.setNow(new Date());
await app.startJobs();
const origin = await listenOnFreePort(app.server);
const operations = await readOperations(origin);

// docs/rules.md R1.1, R1.3, R1.5
describe.each(roles)('hostile requests as %s', role => {
  it('get the responses that the contract describes, and never a 5xx', async () => {
    const fixture = await createFuzzFixture(app.platform.db, role);
    const { counts, violations } = await fuzzRole(origin, operations, fixture, {
      seed: SEED,
      requests: REQUESTS,
    });
    // As texts: a difference of objects omits what is nested.
    expect(violations.map(violation => describeViolation(violation, origin))).toEqual([]);
    const sent = [...counts.values()].flatMap(byStatus => [...byStatus.values()]);
    expect(sent.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(REQUESTS);
    const statuses = new Set([...counts.values()].flatMap(byStatus => [...byStatus.keys()]));
    // The token does not expire during the test.
    const expected = ['200', '400', '403', '415', ...(role === 'program' ? [] : ['401'])];
    expect([...statuses]).toEqual(expect.arrayContaining(expected));
  });
});

it('does not pollute Object.prototype', () => {
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect('hostile' in {}).toBe(false);
});
