import { describe, expect, it, test } from 'vitest';
import {
  adminPasswordProblem,
  COMMON_PASSWORD,
  contactAdvice,
  describeDevice,
  emailFor,
  expiryOf,
  isExpired,
  OBVIOUS_PASSWORD,
  problemOfExpiry,
} from './rules.ts';

describe('rules', () => {
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
});

describe('device rules', () => {
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
});

describe('admin password rules', () => {
  const TOO_SHORT = 'La contraseña debe tener al menos 10 caracteres';

  test.each([
    ['', TOO_SHORT],
    ['maíz-café', TOO_SHORT],
    ['a'.repeat(201), 'La contraseña debe tener como máximo 200 caracteres'],
    // Common passwords as they are, in capitals, and in full-width letters.
    ['1234567890', COMMON_PASSWORD],
    ['qwertyuiop', COMMON_PASSWORD],
    ['QwertyUiop', COMMON_PASSWORD],
    ['ｑｗｅｒｔｙｕｉｏｐ', COMMON_PASSWORD],
    // Common passwords with digits and signs around them.
    ['password2026', COMMON_PASSWORD],
    ['Colombia2026!', COMMON_PASSWORD],
    ['!!football!!', COMMON_PASSWORD],
    ['dragon-83749271-tren', null],
    // Passwords that contain the product's name or the own e-mail.
    ['nuestra-Minga-grande', OBVIOUS_PASSWORD],
    ['la-de-ROSA.IPIA', OBVIOUS_PASSWORD],
    ['maíz-y-café', null],
    ['una clave larga', null],
    ['83749-10274-66', null],
  ])('%s: %s', async (password, problem) => {
    expect(await adminPasswordProblem(password, 'rosa.ipia@example.org')).toBe(problem);
  });

  test('a short local part, which many good passwords contain, is accepted', async () => {
    expect(await adminPasswordProblem('maíz-y-café', 'cafe@example.org')).toBeNull();
    expect(await adminPasswordProblem('ana-y-el-maizal', 'ana@example.org')).toBeNull();
  });
});

describe('api token rules', () => {
  const NOW = new Date('2026-11-21T17:00:00.000Z');

  it.each([
    [undefined, '2027-02-19T17:00:00.000Z'],
    ['2026-11-21T17:00:00.001Z', '2026-11-21T17:00:00.001Z'],
    ['2027-11-21T17:00:00.000Z', '2027-11-21T17:00:00.000Z'],
    ['2027-11-21T12:00:00.000-05:00', '2027-11-21T17:00:00.000Z'],
  ])('a token may expire: %s', (wanted, expected) => {
    const expiresAt = expiryOf(wanted, NOW);
    expect([expiresAt.toISOString(), problemOfExpiry(expiresAt, NOW)]).toEqual([expected, null]);
  });

  it.each([
    ['2026-11-21T17:00:00.000Z', 'La fecha de vencimiento debe ser futura'],
    ['2020-01-01T00:00:00.000Z', 'La fecha de vencimiento debe ser futura'],
    ['2027-11-22T17:00:00.001Z', 'Un token vence a más tardar en un año'],
  ])('a token may not expire: %s', (wanted, problem) =>
    expect(problemOfExpiry(expiryOf(wanted, NOW), NOW)).toBe(problem),
  );
});
