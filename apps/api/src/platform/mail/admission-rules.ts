import {
  ACCESS_EMAILS_AN_HOUR,
  EMAILS_A_DAY,
  EMAILS_ABOUT_A_DAY,
  EMAILS_OF_SENDER_A_DAY,
  HOUR_MS,
  type MailKind,
  OTHER_ACCESS_EMAILS_AN_HOUR,
  ruleOf,
} from './mail-rules.ts';

/** An email about which the limits decide. */
export interface Applicant {
  readonly kind: MailKind;
  readonly sender: string | null;
  /** The recipient is an account, whose address is proved. */
  readonly isProved: boolean;
  readonly activityId: string | null;
  readonly fact: string | null;
  readonly factBefore: string | null;
}

/** What a mailbox got within the last day. */
export interface Admitted {
  readonly kind: MailKind;
  readonly sender: string | null;
  readonly activityId: string | null;
  readonly fact: string | null;
  readonly admittedAt: Date;
  /** It was a part of a gathered email, so that it does not count. */
  readonly isGathered: boolean;
}

export type Decision = 'ready' | 'held' | 'dropped';

/**
 * Decides about one email by what its mailbox got within the last day. `heldFact`: what an earlier email about the same says that is still held,
 * which the new one replaces; null: there is none.
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

/** Whether the recipient knows what the email says: the last about it said the same, and nothing else came in between. */
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

/** Whether a later email of the two replaces the earlier one, if both tell a fact. */
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
