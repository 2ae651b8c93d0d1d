import { expect, test } from 'vitest';
import { isDiskFull } from './findings.ts';
import { bytesText, durationText } from './system-facts.tsx';

const GB = 1024 ** 3;

test.each([
  [0.9, 40, true],
  [1.1, 40, false],
  [0.4, 10, true],
  [0.6, 10, false],
  [0, 10, true],
])('the disk counts as full with %d of %d GB free: %s', (free, total, isFull) => {
  expect(isDiskFull({ freeBytes: free * GB, totalBytes: total * GB })).toBe(isFull);
});

test.each([
  [0, '0 kB'],
  [512, '0,5 kB'],
  [11_458_239, '10,9 MB'],
  [1_060_000_000, '0,987 GB'],
  [63.6 * GB, '63,6 GB'],
  [5_000 * GB, '4,88 TB'],
])('%d bytes are %s', (bytes, text) => {
  expect(bytesText(bytes)).toBe(text);
});

test.each([
  [0, '1 segundo'],
  [41_300, '42 segundos'],
  [60_000, '60 segundos'],
  [60_001, '2 minutos'],
])('%d ms are %s', (milliseconds, text) => {
  expect(durationText(milliseconds)).toBe(text);
});
