import { afterEach, expect, test } from 'vitest';
import { declineInstall, isInstallDeclined } from './install.tsx';

const NOW = Date.parse('2026-11-21T15:00:00.000Z');
const DAY_MS = 24 * 60 * 60 * 1000;
afterEach(() => localStorage.clear());

test('is false before the first offer', () => {
  expect(isInstallDeclined(NOW)).toBe(false);
});

test('is true for 90 days after a refusal', () => {
  declineInstall(NOW);
  expect(isInstallDeclined(NOW)).toBe(true);
  expect(isInstallDeclined(NOW + 90 * DAY_MS - 1)).toBe(true);
  expect(isInstallDeclined(NOW + 90 * DAY_MS)).toBe(false);
});
