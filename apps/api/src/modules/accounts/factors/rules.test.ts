import { Secret, TOTP, URI } from 'otpauth';
import { describe, expect, it } from 'vitest';
import {
  base32,
  hashRecoveryCode,
  matchingStep,
  newRecoveryCodes,
  newTotpSecret,
  plainCode,
  totpUri,
} from './rules.ts';

// The secret is that of RFC 6238, appendix B.
const secret = Buffer.from('12345678901234567890');
const at = (seconds: number) => new Date(seconds * 1000);
const fresh = { secret, lastStep: 0 };

// The codes are the last six of the RFC's eight digits.
it.each([
  [59, '287082', 1],
  [1_111_111_109, '081804', 37_037_036],
  [1_111_111_111, '050471', 37_037_037],
  [1_234_567_890, '005924', 41_152_263],
  [2_000_000_000, '279037', 66_666_666],
])('at %d s the code %s is that of step %d', (seconds, code, step) => {
  expect(matchingStep(fresh, code, at(seconds))).toBe(step);
});

describe('the window', () => {
  const step = 41_152_263;
  const codeOf = (counter: number) =>
    TOTP.generate({
      secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
      timestamp: counter * 30_000,
    });

  it.each([
    [-2, false],
    [-1, true],
    [0, true],
    [1, true],
    [2, false],
  ])('the code of %d steps later is accepted: %s', (shift, isAccepted) => {
    expect(matchingStep(fresh, codeOf(step + shift), at(1_234_567_890)) !== null).toBe(isAccepted);
  });

  it.each([
    [step - 2, step - 1],
    [step - 1, null],
    [step, null],
    [step + 1, null],
  ])('after step %d the code of the previous step matches %s', (lastStep, matched) => {
    expect(matchingStep({ secret, lastStep }, codeOf(step - 1), at(1_234_567_890))).toBe(matched);
  });
});

it.each(['', '28708', '2870820', '28708a', '٢٨٧٠٨٢', '-87082', '287082\n'])('%j is no code', code => {
  expect(matchingStep(fresh, code, at(59))).toBeNull();
});

it.each([
  ['287 082', '287082'],
  [' 287-082 ', '287082'],
  ['２８７０８２', '287082'],
  ['abcd-efgh-2345', 'ABCDEFGH2345'],
  ['ABCD EFGH\u00a02345', 'ABCDEFGH2345'],
])('%j is read as %j', (entered, plain) => {
  expect(plainCode(entered)).toBe(plain);
});

it('the address of the QR code contains secret, issuer and account', () => {
  const created = newTotpSecret();
  const parsed = URI.parse(totpUri(created, 'rosa@example.org', 'Minga'));
  expect(parsed).toMatchObject({ issuer: 'Minga', label: 'rosa@example.org', digits: 6, period: 30 });
  expect(parsed.secret.base32).toBe(base32(created));
  expect(base32(created)).toMatch(/^[A-Z2-7]{32}$/);
});

it('recovery codes are ten different ones without confusable characters', () => {
  const codes = Array.from({ length: 50 }, newRecoveryCodes);
  expect(codes[0]).toHaveLength(10);
  expect(new Set(codes.flat()).size).toBe(500);
  for (const code of codes.flat()) expect(code).toMatch(/^([A-HJKMNP-TV-Z2-9]{4}-){2}[A-HJKMNP-TV-Z2-9]{4}$/);
});

it('the same recovery code has another hash for another account', () => {
  const [rosa, ana] = ['rosa', 'ana'].map(id => hashRecoveryCode(id, 'ABCDEFGH2345'));
  expect(rosa).not.toEqual(ana);
  expect(rosa).toEqual(hashRecoveryCode('rosa', 'ABCDEFGH2345'));
});
