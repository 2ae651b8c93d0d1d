import { expect, test } from 'vitest';
import { killDuringExchange } from '../../../../tests/faults/federation.ts';
import { withSandbox } from '../../../../tests/faults/sandbox.ts';

test('other servers show what the site has, once, after a kill between requests and their marks', async () => {
  const findings = await withSandbox(sandbox => killDuringExchange(sandbox, ['unmarked']));
  expect(findings).toMatchObject({ figures: { kills: 1 }, violations: [] });
});
