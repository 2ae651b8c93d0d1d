import { expect, it } from 'vitest';
import { NOON } from '../../../test/app.ts';
import { type AttendanceSelector, type Caller, canLearnAbsence, rightsOf } from './policy.ts';

const own = 'rosa@example.org';
const other = 'luz@example.org';
const tokenHash = Buffer.from('token');
const proofHash = Buffer.from('proof');
const user = {
  id: 'rosa',
  username: 'Rosa',
  email: own,
  phone: '',
  gender: null,
  role: 'user' as const,
  isActive: true,
  createdAt: NOON,
};
const session = { id: 'session', confirmedAt: NOON, user };
const anonymous = { session: null, proofHash: null };
const member = { session, proofHash: null };
const both = { session, proofHash };
const browser = { session: null, proofHash };

const cases: [string, AttendanceSelector, Caller, boolean, string[], boolean][] = [
  ['a stranger', {}, anonymous, false, [], false],
  ['a stranger for an address', { email: other }, anonymous, false, [], false],
  ['a browser', {}, browser, false, ['proof'], false],
  ['a browser for an address', { email: other }, browser, false, ['proof'], false],
  ['a session', {}, member, false, ['account'], true],
  ['a session for its own address', { email: own }, member, false, ['account'], true],
  ['a session for another address', { email: other }, member, false, [], false],
  ['a session in a browser that confirmed without an e-mail', {}, both, false, ['account', 'proof'], true],
  ['the same for its own address', { email: own }, both, false, ['account'], true],
  ['the same for another address', { email: other }, both, false, ['proof'], false],
  ['an organiser for itself', {}, member, true, ['account'], true],
  ['an organiser for a participant', { email: other }, member, true, ['organiser'], true],
  ['a link', { tokenHash }, anonymous, false, ['link'], false],
  ['a link, in any session', { tokenHash, email: own }, both, true, ['link'], false],
];

it.each(cases)('%s', (_name, selector, caller, isOrganiser, by, canLearn) => {
  const rights = rightsOf(selector, caller, isOrganiser);
  expect(rights.map(right => right.by)).toEqual(by);
  expect(canLearnAbsence(rights)).toBe(canLearn);
});
