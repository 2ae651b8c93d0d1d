import { expect, it } from 'vitest';
import { describeDevice } from './device-rules.ts';

it.each([
  ['', 'Dispositivo desconocido', false],
  ['curl', 'Dispositivo desconocido', false],
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    'Chrome en Android',
    true,
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    'Safari en iOS',
    true,
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:142.0) Gecko/20100101 Firefox/142.0',
    'Firefox en Windows',
    false,
  ],
])('%s is %s', (userAgent, device, isPhone) => {
  expect(describeDevice(userAgent)).toEqual({ device, isPhone });
});

it('truncates a long name', () => {
  expect(describeDevice(`${'x'.repeat(250)}/1.0`).device.length).toBeLessThanOrEqual(60);
});
