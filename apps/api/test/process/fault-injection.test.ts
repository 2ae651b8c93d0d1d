import { expect, test } from 'vitest';
import { abortUploads } from '../../../../tests/faults/aborts.ts';
import { killDuringWrites } from '../../../../tests/faults/kills.ts';
import { type Sandbox, withSandbox } from '../../../../tests/faults/sandbox.ts';
import { stopUnderLoad } from '../../../../tests/faults/shutdown.ts';

// The short form of `npm run faults` (docs/faults.md).
test.concurrent.each([
  ['the API and the database are killed', (sandbox: Sandbox) => killDuringWrites(sandbox, 2, 'shared')],
  ['uploads are aborted', (sandbox: Sandbox) => abortUploads(sandbox, 1)],
  ['the API is stopped under load', (sandbox: Sandbox) => stopUnderLoad(sandbox, 1)],
])('loses, duplicates and truncates nothing when %s', async (_case, inject) => {
  expect(await withSandbox(inject)).toMatchObject({ violations: [] });
});
