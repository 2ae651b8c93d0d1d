import { HOUR_MS, type MailKind, ruleOf } from './kinds.ts';

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
