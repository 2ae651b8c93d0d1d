import { afterEach, expect, test } from 'vitest';
import { declineInstall, isInstallDeclined } from './declined-install.ts';

const NOW = Date.parse('2026-11-21T15:00:00.000Z');
const DAY_MS = 24 * 60 * 60 * 1000;
afterEach(() => localStorage.clear());

test('the offer may be made to who was never asked', () => {
  expect(isInstallDeclined(NOW)).toBe(false);
});

test('who refused is left in peace for 90 days', () => {
  declineInstall(NOW);
  expect(isInstallDeclined(NOW)).toBe(true);
  expect(isInstallDeclined(NOW + 90 * DAY_MS - 1)).toBe(true);
  expect(isInstallDeclined(NOW + 90 * DAY_MS)).toBe(false);
});
