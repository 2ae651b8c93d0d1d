import { expect, test } from 'vitest';
import { siteZoneName } from './site-zone-name.ts';

const DATE = '2026-12-05T14:00:00.000Z';

// The site's zone is America/Bogota.
test.each([
  ['America/Bogota', ''],
  // The same clock under another name.
  ['America/Lima', ''],
  ['Europe/Madrid', 'hora de Colombia'],
  ['America/Caracas', 'hora de Colombia'],
])('a browser in %s names the zone %j', (zone, expected) => {
  expect(siteZoneName(DATE, zone)).toBe(expected);
});

test('no zone is named for an invalid date', () => {
  expect(siteZoneName('mañana', 'Europe/Madrid')).toBe('');
});
