import { RECOVERY_MINUTES, VERIFICATION_HOURS } from '@minga/contract/accounts';
import { FEEDBACK_DAYS } from '@minga/contract/feedback-period';
import { EMAIL_CHANGE_HOURS } from '@minga/contract/profile';
import { INVITATION_DAYS } from '@minga/contract/teams';
import type { CalendarMethod } from '../calendar/calendar.ts';

const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The maximum number of e-mails to one mailbox a day, from all senders. Further ones are gathered into one e-mail. */
export const EMAILS_A_DAY = 12;
/** The maximum number of e-mails a day about the claims, or about the date, of one activity. */
export const EMAILS_ABOUT_A_DAY = 3;
/** The maximum number of e-mails a day that one sender causes to an address that is not verified (decision 0021). */
export const EMAILS_OF_SENDER_A_DAY = 10;
/** The maximum number of sign-ups, recoveries and invitations to one mailbox an hour. They are counted apart from other e-mails. */
export const ACCESS_EMAILS_AN_HOUR = 6;
/** The maximum number of these that are not recoveries, so that an account can always be recovered. */
export const OTHER_ACCESS_EMAILS_AN_HOUR = 4;

/**
 * The time until which an e-mail of a kind is worth sending: the start or the end of its activity, the end of the last date of its series,
 * or `usefulMs` after it was created, when its link or its question expires. If its content stays true, it is worth sending as long as it is
 * stored.
 */
type Expiry =
  | { readonly until: 'begin' | 'end' | 'lastEnd'; readonly usefulMs?: number }
  | { readonly until?: undefined; readonly usefulMs: number }
  | { readonly until?: undefined; readonly usefulMs?: undefined; readonly staysTrue: true };

/** The limit of an e-mail of a kind if another person causes it, and the time until which it is worth sending. */
type MailRule = Limits & Expiry;

interface Limits {
  readonly limit: 'daily' | 'access' | 'recovery' | 'none';
  /** The matter of an activity about which at most three e-mails a day are sent, in addition to the daily limit. */
  readonly about?: 'claims' | 'date';
  /** Whether the e-mail contains text of an activity's organiser; it waits while that activity is held for review or rejected. */
  readonly hasActivityText?: true;
  /** The reason for having no limit. */
  readonly reason?: 'own act' | 'protects the account' | 'once a day' | 'not sent';
  /**
   * The method of the attached calendar file, for kinds that concern the dates that the recipient attends, or no longer attends. Other
   * kinds have no calendar file (docs/mails.md).
   */
  readonly calendar?: CalendarMethod;
}

const ofActivity = { limit: 'daily', hasActivityText: true } as const;
const untilEnd = { ...ofActivity, until: 'end' } as const;
const untilBegin = { ...ofActivity, until: 'begin' } as const;
/** An offer of a place is valid for 24 hours, not counting nights (docs/rules.md R10.5). */
const OFFER_MS = 2 * DAY_MS;
/** How long the digest of a day is worth sending. */
const DIGEST_MS = 3 * DAY_MS;
const ofAccount = { limit: 'none', reason: 'protects the account', staysTrue: true } as const;
/** E-mails to organisers, reporters and others about the state of their own matters. */
const toOrganisers = { limit: 'daily', staysTrue: true } as const;
const ofAccess = { limit: 'access' } as const;
const published = { calendar: 'PUBLISH' } as const;
const ended = { calendar: 'CANCEL' } as const;

/**
 * The rule of every kind of e-mail, by the name of its template (docs/mails.md). `admission.ts` applies them. An e-mail that the recipient
 * causes in a session of the account with this address has no limit, whatever its kind.
 */
export const mailRules = {
  attendanceEmail: { ...untilEnd, ...published },
  seriesEmail: { ...ofActivity, until: 'lastEnd', ...published },
  waitingEmail: untilBegin,
  offerEmail: { ...untilBegin, usefulMs: OFFER_MS },
  missedEmail: { ...untilBegin, ...ended },
  reconfirmEmail: { ...untilBegin, about: 'date', ...published },
  releasedEmail: { ...untilEnd, about: 'claims' },
  duplicateEmail: untilEnd,
  personalLinksEmail: { ...ofAccess, ...published, staysTrue: true },
  reminderEmail: { ...untilBegin, about: 'date', ...published },
  fallbackEmail: { ...untilBegin, about: 'date', ...published },
  changeEmail: { ...untilEnd, about: 'date', ...published },
  // If the activity is not public, the e-mail omits the organiser's text, since attendees must be notified that it does not take place.
  endEmail: { ...toOrganisers, ...ended },
  cancelledEmail: { ...untilEnd, ...ended },
  messageEmails: untilEnd,
  previewEmail: { limit: 'none', reason: 'not sent', staysTrue: true },
  feedbackEmail: { ...ofActivity, usefulMs: (FEEDBACK_DAYS - 1) * DAY_MS },
  digestEmail: toOrganisers,
  approvalItem: toOrganisers,
  memoryApprovalItem: toOrganisers,
  rejectionItem: toOrganisers,
  removalItem: toOrganisers,
  collectiveDecisionItem: toOrganisers,
  outcomeItem: toOrganisers,
  reporterItem: toOrganisers,
  gatheredEmail: toOrganisers,
  overflowEmail: { limit: 'none', reason: 'once a day', staysTrue: true },
  bannedEmail: ofAccount,
  // The invitation omits the names of activities and collectives that are not public.
  invitationEmail: { ...ofAccess, usefulMs: INVITATION_DAYS * DAY_MS },
  handOverEmail: toOrganisers,
  switchedOffEmail: toOrganisers,
  newActivityEmail: untilEnd,
  newsDigestEmail: { ...ofActivity, usefulMs: DIGEST_MS },
  verificationEmail: { ...ofAccess, usefulMs: VERIFICATION_HOURS * HOUR_MS },
  accountExistsEmail: { ...ofAccess, usefulMs: VERIFICATION_HOURS * HOUR_MS },
  recoveryEmail: { limit: 'recovery', usefulMs: RECOVERY_MINUTES * MINUTE_MS },
  passwordChangedEmail: ofAccount,
  emailChangeEmail: { ...ofAccess, usefulMs: EMAIL_CHANGE_HOURS * HOUR_MS },
  emailChangeWarning: ofAccount,
  emailChangedEmail: ofAccount,
  authenticatorAddedEmail: ofAccount,
  authenticatorRemovedEmail: ofAccount,
  recoveryCodeUsedEmail: ofAccount,
  recoveryCodesRenewedEmail: ofAccount,
  wrongCodesEmail: ofAccount,
  secondFactorResetStartedEmail: ofAccount,
  secondFactorResetEmail: ofAccount,
  passkeyAddedEmail: ofAccount,
  passkeyRemovedEmail: ofAccount,
  apiTokenCreatedEmail: ofAccount,
  newAdminEmail: ofAccount,
  adminRestoredEmail: ofAccount,
  adminRemovedEmail: ofAccount,
  passwordSetEmail: ofAccount,
  deactivatedEmail: ofAccount,
  reactivatedEmail: ofAccount,
  accountDeletedEmail: ofAccount,
  addressReplacedEmail: ofAccount,
  addressAssignedEmail: ofAccount,
} as const satisfies Record<string, MailRule>;

export type MailKind = keyof typeof mailRules;

/** The kinds of the first e-mail that an attendee gets about an activity. */
export const firstEmails: readonly MailKind[] = ['attendanceEmail', 'seriesEmail', 'waitingEmail'];

export const ruleOf = (kind: MailKind): MailRule => mailRules[kind];

const allKinds = Object.keys(mailRules) as MailKind[];

/** The kinds that expire some time after the e-mail was created. */
export const expiringKinds: readonly MailKind[] = allKinds.filter(
  kind => ruleOf(kind).usefulMs !== undefined,
);

interface Written {
  readonly kind: MailKind | null;
  readonly createdAt: Date;
  readonly activityId: string | null;
}

/** The times of the activity that an e-mail is about. */
interface Times {
  readonly begins: Date;
  readonly ends: Date;
  /** The end of the last date of its series, or its own end if it has no series. */
  readonly lastEnds: Date;
}

/**
 * Returns true if an e-mail that has waited is no longer useful, such as a reminder of a past activity, or an expired link or offer. An
 * e-mail that was created after its activity, such as thanks, is useful. `times` is undefined if the activity has been deleted.
 */
export function isStale(
  { kind, createdAt, activityId }: Written,
  times: Times | undefined,
  now: Date,
): boolean {
  if (kind === null) return false;
  const { usefulMs, until } = ruleOf(kind);
  if (usefulMs !== undefined && now.getTime() - createdAt.getTime() > usefulMs) return true;
  if (until === undefined || activityId === null) return false;
  // The other dates of a series take place although one has been deleted.
  if (times === undefined) return until !== 'lastEnd';
  const limit = { begin: times.begins, end: times.ends, lastEnd: times.lastEnds }[until];
  return createdAt <= limit && limit < now;
}

/** Returns the rule in the words of docs/mails.md. */
export function ruleInWords(kind: MailKind): string {
  const { limit, about, hasActivityText, reason } = ruleOf(kind);
  const limits = {
    daily: `${EMAILS_A_DAY} a day${about === undefined ? '' : `, ${EMAILS_ABOUT_A_DAY} about the ${about}`}`,
    access: `${ACCESS_EMAILS_AN_HOUR} an hour, with recoveries`,
    recovery: `${ACCESS_EMAILS_AN_HOUR} an hour, with sign-ups`,
    none: `none: ${reason}`,
  };
  return limits[limit] + (hasActivityText ? '; waits for review' : '');
}

/** An email about which the limits decide. */
export interface Applicant {
  readonly kind: MailKind;
  readonly sender: string | null;
  /** Whether the recipient is an account, whose address is verified. */
  readonly isProved: boolean;
  readonly activityId: string | null;
  readonly fact: string | null;
  readonly factBefore: string | null;
}

/** An email that a mailbox got within the last day. */
export interface Admitted {
  readonly kind: MailKind;
  readonly sender: string | null;
  readonly activityId: string | null;
  readonly fact: string | null;
  readonly admittedAt: Date;
  /** Whether the email was a part of a gathered email, and therefore does not count. */
  readonly isGathered: boolean;
}

export type Decision = 'ready' | 'held' | 'dropped';

/**
 * Decides about one email by the emails that its mailbox got within the last day. `heldFact` is the fact of an earlier email about the same
 * matter that is still held and that the new one replaces, or null if there is none.
 */
export function decide(
  mail: Applicant,
  admitted: readonly Admitted[],
  {
    now,
    factor,
    heldFact,
  }: { readonly now: Date; readonly factor: number; readonly heldFact: string | null },
): Decision {
  if (isKnown(mail, admitted, heldFact)) return 'dropped';
  const counted = admitted.filter(({ isGathered }) => !isGathered);
  const limits = ruleOf(mail.kind).limit === 'daily' ? dailyLimits(mail) : accessLimits(mail, now);
  const isOver = limits.some(
    ({ counts, times }) => counted.filter(counts).length >= Math.max(1, Math.floor(times * factor)),
  );
  return isOver ? 'held' : 'ready';
}

/** Returns true if the email repeats the fact of the last one about the same matter, unless the recipient learnt another one since. */
function isKnown(mail: Applicant, admitted: readonly Admitted[], heldFact: string | null): boolean {
  const { fact, factBefore } = mail;
  if (fact === null) return false;
  const last = admitted
    .filter(other => isAboutSame(mail, other))
    .sort(byTime)
    .at(-1);
  return last?.fact === fact && (factBefore === null || factBefore === heldFact);
}

type About = Pick<Admitted, 'kind' | 'activityId'>;

/** Returns true if the later of two emails replaces the earlier one, provided that both state a fact. */
export const isAboutSame = (one: About, other: About): boolean =>
  one.kind === other.kind && one.activityId === other.activityId;

const byTime = (one: Admitted, other: Admitted): number =>
  one.admittedAt.getTime() - other.admittedAt.getTime();

interface Counter {
  readonly counts: (other: Admitted) => boolean;
  readonly times: number;
}

function dailyLimits({ kind, sender, isProved, activityId }: Applicant): Counter[] {
  const { about } = ruleOf(kind);
  const isDaily = (other: Admitted): boolean => ruleOf(other.kind).limit === 'daily';
  return [
    { times: EMAILS_A_DAY, counts: isDaily },
    ...(about === undefined || activityId === null
      ? []
      : [
          {
            times: EMAILS_ABOUT_A_DAY,
            counts: (other: Admitted) =>
              ruleOf(other.kind).about === about && other.activityId === activityId,
          },
        ]),
    ...(sender === null || isProved
      ? []
      : [
          {
            times: EMAILS_OF_SENDER_A_DAY,
            counts: (other: Admitted) => isDaily(other) && other.sender === sender,
          },
        ]),
  ];
}

function accessLimits({ kind }: Applicant, now: Date): Counter[] {
  const since = now.getTime() - HOUR_MS;
  const isRecent = ({ admittedAt }: Admitted): boolean => admittedAt.getTime() > since;
  const limitOf = (other: Admitted) => ruleOf(other.kind).limit;
  const all = {
    times: ACCESS_EMAILS_AN_HOUR,
    counts: (other: Admitted) => isRecent(other) && ['access', 'recovery'].includes(limitOf(other)),
  };
  if (ruleOf(kind).limit === 'recovery') return [all];
  return [
    all,
    {
      times: OTHER_ACCESS_EMAILS_AN_HOUR,
      counts: other => isRecent(other) && limitOf(other) === 'access',
    },
  ];
}
