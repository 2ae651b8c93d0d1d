import { expect, test } from 'vitest';
import { abortUploads } from '../../../../tests/faults/aborts.ts';
import { killDuringWrites } from '../../../../tests/faults/kills.ts';
import { type Sandbox, withSandbox } from '../../../../tests/faults/sandbox.ts';
import { stopUnderLoad } from '../../../../tests/faults/shutdown.ts';

// The short form of `npm run faults`, where it is told what these look for.
test.concurrent.each([
  [
    'the API and the database are killed',
    (place: Sandbox) => killDuringWrites(place, 2, 'beside other tests'),
  ],
  ['uploads are cut', (place: Sandbox) => abortUploads(place, 1)],
  ['it is stopped under load', (place: Sandbox) => stopUnderLoad(place, 1)],
])('nothing is lost, doubled or left half when %s', async (_case, hurt) => {
  expect(await withSandbox(hurt)).toMatchObject({ violations: [] });
});
