import { expect, test } from 'vitest';
import { cutUploads } from '../../../../tests/faults/cuts.ts';
import { killDuringWrites } from '../../../../tests/faults/kills.ts';
import { type Place, withPlace } from '../../../../tests/faults/place.ts';
import { stopUnderLoad } from '../../../../tests/faults/shutdown.ts';

// The short form of `npm run faults`, where it is told what these look for.
test.concurrent.each([
  ['the API and the database are killed', (place: Place) => killDuringWrites(place, 2, 'beside other tests')],
  ['uploads are cut', (place: Place) => cutUploads(place, 1)],
  ['it is stopped under load', (place: Place) => stopUnderLoad(place, 1)],
])('nothing is lost, doubled or left half when %s', async (_case, hurt) => {
  expect(await withPlace(hurt)).toMatchObject({ violations: [] });
});
