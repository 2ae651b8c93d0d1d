import { expect, it } from 'vitest';
import { contactAdvice, emailFor, isExpired } from './rules.ts';

const now = new Date('2026-11-21T12:00:00Z');
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
const DAY = 24;

it.each([
  { role: 'user', seen: 0, created: 0, expired: false },
  { role: 'user', seen: 7 * DAY - 0.01, created: 7 * DAY, expired: false },
  { role: 'user', seen: 7 * DAY, created: 7 * DAY, expired: true },
  { role: 'user', seen: 1, created: 30 * DAY - 0.01, expired: false },
  { role: 'user', seen: 1, created: 30 * DAY, expired: true },
  { role: 'admin', seen: 2.99, created: 3, expired: false },
  { role: 'admin', seen: 3, created: 3, expired: true },
  { role: 'superadmin', seen: 0, created: 12, expired: true },
] as const)('a session of a $role, used $seen h ago, opened $created h ago: expired $expired', row => {
  const session = { lastSeenAt: ago(row.seen), createdAt: ago(row.created) };
  expect(isExpired(session, row.role, now)).toBe(row.expired);
});

const active = { isActive: true };
const deactivated = { isActive: false };

it.each([
  ['registered', null, true, 'verification'],
  ['registered', active, true, 'account-exists'],
  ['registered', deactivated, true, 'account-exists'],
  ['resend', null, true, 'verification'],
  ['resend', null, false, null],
  ['resend', active, true, null],
  ['reset', active, false, 'recovery'],
  ['reset', deactivated, true, null],
  ['reset', null, true, 'verification'],
  ['reset', null, false, null],
] as const)('%s, account %j, pending sign-up %s: %s', (cause, user, hasRegistered, email) => {
  expect(emailFor(cause, user, hasRegistered)).toBe(email);
});

it.each([
  [null, null, 'habla con nosotros'],
  ['hola@minga.example', null, 'escribe a hola@minga.example'],
  [null, '+57 602 820 9900', 'llama al +57 602 820 9900'],
  ['hola@minga.example', '+57 602 820 9900', 'escribe a hola@minga.example o llama al +57 602 820 9900'],
])('a deactivated account with the contacts %s and %s: %s', (contactEmail, contactPhone, advice) => {
  expect(contactAdvice({ contactEmail, contactPhone }, 'habla con nosotros')).toBe(advice);
});
