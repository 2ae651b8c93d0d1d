import { expect, test } from 'vitest';
import { arrivalNotice } from './arrival-notice.ts';

const at = '2026-12-05T14:05:00.000Z';
const now = new Date('2026-12-05T15:00:00.000Z');
const standing = (status: 'confirmed' | 'waiting' | 'offered', checkedInAt: string | null = null) => ({
  status,
  checkedInAt,
});

test.each([
  ['to be checked in', standing('confirmed'), undefined, null],
  ['checked in now', standing('confirmed', at), 'checked-in', 'Llegada registrada a las 9:05 a. m.'],
  ['checked in before', standing('confirmed', at), 'already', 'Ya llegó: se registró a las 9:05 a. m.'],
  ['checked in when opened', standing('confirmed', at), undefined, 'Ya llegó: se registró a las 9:05 a. m.'],
  ['lost its place', standing('confirmed'), 'not-confirmed', /^No tiene un cupo confirmado/],
  ['waiting', standing('waiting'), undefined, /^No tiene un cupo confirmado/],
  ['with an offer', standing('offered'), undefined, /^Tiene un cupo ofrecido/],
  ['with another code by now', standing('confirmed'), 'unknown', /^Este código ya no sirve/],
] as const)('a party %s', (_what, party, result, text) => {
  const notice = arrivalNotice(party, result, now)?.text.replaceAll('\u00a0', ' ') ?? null;
  if (text instanceof RegExp) expect(notice).toMatch(text);
  else expect(notice).toBe(text);
});
