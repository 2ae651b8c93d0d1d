import { expect, it } from 'vitest';
import { NOON } from '../../../test/app.ts';
import { type AttendanceSelector, type Caller, canLearnAbsence, claimsOf } from './policy.ts';

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
const session = { id: 'session', user };
const nobody = { session: null, proofHash: null };
const member = { session, proofHash: null };
const both = { session, proofHash };
const browser = { session: null, proofHash };

const asked: [string, AttendanceSelector, Caller, boolean, string[], boolean][] = [
  ['a stranger', {}, nobody, false, [], false],
  ['a stranger who types an address', { email: other }, nobody, false, [], false],
  ['a browser', {}, browser, false, ['proof'], false],
  ['a browser for an address', { email: other }, browser, false, ['proof'], false],
  ['a session', {}, member, false, ['account'], true],
  ['a session for its own address', { email: own }, member, false, ['account'], true],
  ["a session for somebody else's address", { email: other }, member, false, [], false],
  ['a session in a browser that confirmed for others', {}, both, false, ['account'], true],
  ['the same for its own address', { email: own }, both, false, ['account'], true],
  ['the same for the address of another', { email: other }, both, false, ['proof'], false],
  ['the owner for itself', {}, member, true, ['account'], true],
  ['the owner for a participant', { email: other }, member, true, ['owner'], true],
  ['a link', { tokenHash }, nobody, false, ['link'], false],
  ['a link, whoever is signed in', { tokenHash, email: own }, both, true, ['link'], false],
];

it.each(asked)('%s', (_who, question, caller, isOwner, by, mayKnow) => {
  const claims = claimsOf(question, caller, isOwner);
  expect(claims.map(claim => claim.by)).toEqual(by);
  expect(canLearnAbsence(claims)).toBe(mayKnow);
});
