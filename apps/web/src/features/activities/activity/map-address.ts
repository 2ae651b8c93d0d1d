import type { Location } from '@minga/contract/location';

/**
 * The address that opens the phone's own map with the way to a point: Android lets the person choose among its maps, Apple's
 * devices open theirs. Elsewhere, and before the browser is known, the web's.
 */
export function mapAddress({ latitude, longitude }: Location, userAgent: string): string {
  const point = `${latitude},${longitude}`;
  if (/android/i.test(userAgent)) return `geo:${point}?q=${point}`;
  if (/iphone|ipad|macintosh/i.test(userAgent)) return `https://maps.apple.com/?daddr=${point}`;
  return `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(point)}`;
}
