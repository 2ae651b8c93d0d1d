import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, type MailKind, mailRules, ruleOf } from './kinds.ts';
import { ACCESS_EMAILS_AN_HOUR, type Admitted, type Applicant, decide } from './rules.ts';

const NOW = new Date('2026-11-21T17:00:00.000Z');
const kinds = Object.keys(mailRules) as MailKind[];

const applicant = (kind: MailKind, values: Partial<Applicant> = {}): Applicant => ({
  kind,
  sender: null,
  isProved: true,
  activityId: 'a',
  fact: null,
  factBefore: null,
  ...values,
});
const told = (kind: MailKind, values: Partial<Admitted> = {}): Admitted => ({
  kind,
  sender: null,
  activityId: 'a',
  fact: null,
  admittedAt: NOW,
  isGathered: false,
  ...values,
});
const times = (count: number, one: Admitted): Admitted[] => Array(count).fill(one);
const decided = (mail: Applicant, admitted: Admitted[], heldFact: string | null = null, factor = 1) =>
  decide(mail, admitted, { now: NOW, factor, heldFact });

describe('the number a day', () => {
  const daily = kinds.filter(kind => ruleOf(kind).limit === 'daily');

  it.each(daily)('is twelve for %s, of whatever kinds and activities', kind => {
    const others = daily.map(other => told(other, { activityId: null }));
    expect(decided(applicant(kind), others.slice(0, 11))).toBe('ready');
    expect(decided(applicant(kind), others.slice(0, 12))).toBe('held');
  });

  it('counts neither sign-ups, nor what protects accounts, nor what was gathered', () => {
    const others = kinds.filter(kind => ruleOf(kind).limit !== 'daily').map(kind => told(kind));
    const gathered = times(40, told('messageEmails', { isGathered: true }));
    expect(decided(applicant('messageEmails'), [...others, ...gathered])).toBe('ready');
  });

  it.each([
    ['claims', 'releasedEmail', 'releasedEmail'],
    ['date', 'changeEmail', 'reconfirmEmail'],
    ['date', 'reminderEmail', 'changeEmail'],
  ] as const)('is three about the %s of one activity', (_about, kind, other) => {
    expect(decided(applicant(kind), times(2, told(other)))).toBe('ready');
    expect(decided(applicant(kind), times(3, told(other)))).toBe('held');
    expect(decided(applicant(kind), times(3, told(other, { activityId: 'b' })))).toBe('ready');
    expect(decided(applicant('messageEmails'), times(3, told(other)))).toBe('ready');
  });

  it('is ten of one sender to an address that is not proved', () => {
    const sent = times(10, told('attendanceEmail', { sender: 'ana' }));
    expect(decided(applicant('endEmail', { sender: 'ana', isProved: false }), sent)).toBe('held');
    expect(decided(applicant('endEmail', { sender: 'ana' }), sent)).toBe('ready');
    expect(decided(applicant('endEmail', { sender: 'luz', isProved: false }), sent)).toBe('ready');
  });

  it('is multiplied by the factor', () => {
    expect(decided(applicant('endEmail'), times(23, told('endEmail')), null, 2)).toBe('ready');
    expect(decided(applicant('endEmail'), times(24, told('endEmail')), null, 2)).toBe('held');
  });
});

describe('the number of sign-ups, recoveries and invitations', () => {
  const access = kinds.filter(kind => ruleOf(kind).limit === 'access');

  it.each(access)('is six an hour in all, and four without recoveries: %s', kind => {
    expect(decided(applicant(kind), times(3, told('invitationEmail')))).toBe('ready');
    expect(decided(applicant(kind), times(4, told('invitationEmail')))).toBe('held');
    expect(decided(applicant(kind), times(6, told('recoveryEmail')))).toBe('held');
    const earlier = { admittedAt: new Date(NOW.getTime() - HOUR_MS) };
    expect(decided(applicant(kind), times(6, told('invitationEmail', earlier)))).toBe('ready');
  });

  it('leaves room for a recovery, also on a day with many other e-mails', () => {
    const flood = [...times(40, told('messageEmails')), ...times(4, told('verificationEmail'))];
    expect(decided(applicant('recoveryEmail'), flood)).toBe('ready');
    expect(decided(applicant('recoveryEmail'), times(ACCESS_EMAILS_AN_HOUR, told('recoveryEmail')))).toBe(
      'held',
    );
  });
});

describe('an e-mail that says nothing new is dropped', () => {
  const at = (hours: number) => new Date(NOW.getTime() - DAY_MS + hours * HOUR_MS);
  const moved = (now: string, before: string) => applicant('changeEmail', { fact: now, factBefore: before });

  it('claims that were released, set and released again', () => {
    const releases = ['none', 'one', 'none'].map((fact, hour) =>
      told('releasedEmail', { fact, admittedAt: at(hour + 1) }),
    );
    expect(decided(applicant('releasedEmail', { fact: 'none' }), releases)).toBe('dropped');
    expect(decided(applicant('releasedEmail', { fact: 'one' }), releases.slice(0, 2))).toBe('dropped');
    expect(decided(applicant('releasedEmail', { fact: 'one' }), releases)).toBe('held');
    expect(decided(applicant('releasedEmail', { fact: 'none', activityId: 'b' }), releases)).toBe('ready');
  });

  it('a date that is back at what the person was told, before the e-mail in between was sent', () => {
    const last = told('changeEmail', { fact: 'Saturday' });
    expect(decided(moved('Saturday', 'Sunday'), [last], 'Sunday')).toBe('dropped');
    expect(decided(moved('Monday', 'Sunday'), [last], 'Sunday')).toBe('ready');
    // No e-mail about Sunday is held, so the recipient knows of Sunday, for example by a new confirmation.
    expect(decided(moved('Saturday', 'Sunday'), [last])).toBe('ready');
  });

  it('not what has no fact', () => {
    expect(decided(applicant('messageEmails'), [told('messageEmails')])).toBe('ready');
  });
});
