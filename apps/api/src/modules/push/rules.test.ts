import { describe, expect, it } from 'vitest';
import { isPushService, payloadOf, retryAt } from './rules.ts';

describe('the server pushes only to push services', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://autopush.push.services.mozilla.com/wpush/v2/abc',
    'https://wns2-bl2p.notify.windows.com/w/?token=abc',
    'https://web.push.apple.com/abc',
    'http://127.0.0.1:4000/push/abc',
    'https://push.example.org/abc',
  ])('%s', endpoint => {
    expect(isPushService(endpoint, ['127.0.0.1:4000', 'push.example.org'])).toBe(true);
  });

  it.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/fcm/send/abc',
    'https://fcm.googleapis.com.malo.example/abc',
    'https://malo.example/fcm.googleapis.com',
    'https://user:key@fcm.googleapis.com/abc',
    'https://notify.windows.com/abc',
    'https://malonotify.windows.com/abc',
    'http://127.0.0.1:4001/push/abc',
    'http://127.0.0.1/push/abc',
    'http://169.254.169.254/latest/meta-data',
    'ftp://push.example.org/abc',
    'file:///etc/passwd',
  ])('not %s', endpoint => {
    expect(isPushService(endpoint, ['127.0.0.1:4000', 'push.example.org'])).toBe(false);
  });
});

it('tries again after 30 s, then twice as long each time', () => {
  const now = new Date('2026-11-21T17:00:00.000Z');
  const seconds = [1, 2, 3, 8].map(attempts => (retryAt(now, attempts).getTime() - now.getTime()) / 1000);
  expect(seconds).toEqual([30, 60, 120, 3840]);
});

it('a long text is cut, so that the push fits into 4 kB', () => {
  const pushed = { id: 'a'.repeat(36), title: '¡'.repeat(200), message: '🌱'.repeat(2000), taskId: null };
  expect(Buffer.byteLength(payloadOf(pushed))).toBeLessThan(3993);
  expect(JSON.parse(payloadOf(pushed)).message).toBe('🌱'.repeat(600));
});
