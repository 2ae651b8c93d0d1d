import { expect, test } from 'vitest';
import { mapAddress } from './activity-lines.tsx';

test.each([
  ['Mozilla/5.0 (Linux; Android 14; Pixel 7)', 'geo:2.4448,-76.6147?q=2.4448,-76.6147'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)', 'https://maps.apple.com/?daddr=2.4448,-76.6147'],
  ['', 'https://www.google.com/maps/dir/?api=1&destination=2.4448%2C-76.6147'],
])('%s opens %s', (userAgent, address) => {
  expect(mapAddress({ latitude: 2.4448, longitude: -76.6147 }, userAgent)).toBe(address);
});
