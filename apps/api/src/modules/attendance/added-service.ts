import type { Transaction } from '../../platform/database/connection.ts';
import { foldAddress } from '../../platform/limits/limits.ts';
import type { OutgoingEmail } from '../../platform/mail/mailer.ts';
import type { Platform } from '../../platform/platform.ts';
import { hashToken } from '../../platform/tokens.ts';
import { isPublic } from '../activities/policy.ts';
import { addedEmail } from './added-mails.ts';
import {
  type AddingSender,
  countUnconfirmedMails,
  findAdded,
  findUnconfirmed,
  insertAdded,
  insertUnconfirmedMails,
  listAdditionsOf,
  lockAllowance,
  setTold,
  verifiedCollective,
} from './added-repository.ts';
import type { MailActivity } from './mails.ts';
import type { AttendanceRow, AttendedActivity } from './repository.ts';
import { refusalUrlOf } from './rules.ts';

// E-mails to people whom organisers added and who did not confirm themselves (docs/rules.md R21.4, R21.6).

const DAY_MS = 24 * 60 * 60 * 1000;
/** The e-mails a day to people who did not confirm themselves: of a verified collective about its activities, and of any account. */
const COLLECTIVE_MAILS_A_DAY = 300;
const ACCOUNT_MAILS_A_DAY = 30;

/** The sender of e-mails about an activity, and how many more may go to people who did not confirm themselves. */
export interface Allowance {
  readonly sender: AddingSender;
  readonly left: number;
}

/** Reads the allowance of an account for e-mails about an activity. With `isLocked` it is locked until the transaction ends. */
export async function allowanceOf(
  { settings, clock }: Pick<Platform, 'settings' | 'clock'>,
  tx: Transaction,
  accountId: string,
  collectiveId: string | null,
  { isLocked } = { isLocked: true },
): Promise<Allowance> {
  const sender = { accountId, collectiveId: await verifiedCollective(tx, collectiveId) };
  if (isLocked) await lockAllowance(tx, sender);
  const sent = await countUnconfirmedMails(tx, sender, new Date(clock().getTime() - DAY_MS));
  const times = sender.collectiveId === null ? ACCOUNT_MAILS_A_DAY : COLLECTIVE_MAILS_A_DAY;
  const { rateLimitFactor: factor } = settings;
  const allowed = factor === 0 ? Number.POSITIVE_INFINITY : Math.max(1, Math.floor(times * factor));
  return { sender, left: Math.max(0, allowed - sent) };
}

/** A person whom an organiser adds to activities. */
interface Addee {
  readonly email: string | null;
}

/** The people who are mailed now with the allowance that counts them, and those who were mailed about all of the activities before. */
export interface Admitted<A> {
  readonly allowance: Allowance | null;
  readonly mailed: readonly A[];
  readonly told: readonly A[];
}

/**
 * Decides which added people are mailed: one for each mailbox that was not mailed about the activities before, within the allowance; none about
 * rejected activities. E-mails about held ones wait for their review.
 */
export async function admitAdditions<A extends Addee>(
  platform: Platform,
  tx: Transaction,
  activities: readonly Pick<AttendedActivity, 'id' | 'collectiveId' | 'status'>[],
  user: { readonly id: string; readonly email: string },
  addees: readonly A[],
): Promise<Admitted<A>> {
  const reachable = addees.filter(({ email }) => email !== null && email !== user.email);
  if (reachable.length === 0) return { allowance: null, mailed: [], told: [] };
  const added = await findAdded(
    tx,
    activities.map(({ id }) => id),
    reachable.flatMap(({ email }) => email ?? []),
  );
  const times = Map.groupBy(added, ({ email }) => email);
  const isTold = ({ email }: A) => (times.get(email ?? '')?.length ?? 0) >= activities.length;
  const seen = new Set<string>();
  const unmailed = reachable.filter(one => {
    const mailbox = foldAddress(one.email ?? '');
    if (isTold(one) || seen.has(mailbox)) return false;
    seen.add(mailbox);
    return true;
  });
  const told = reachable.filter(isTold);
  const isRejected = activities.some(({ status }) => status === 'rejected');
  if (unmailed.length === 0 || isRejected) return { allowance: null, mailed: [], told };
  const allowance = await allowanceOf(platform, tx, user.id, activities[0]?.collectiveId ?? null);
  return { allowance, mailed: unmailed.slice(0, allowance.left), told };
}

/** Whether an e-mail has told an added person of the addition. */
export const additionOf = <A>(
  { mailed, told }: Admitted<A>,
  one: A,
): NonNullable<AttendanceRow['addition']> => (mailed.includes(one) || told.includes(one) ? 'told' : 'untold');

/** The e-mail about an addition. */
export interface AddedMail {
  readonly name: string;
  readonly email: string;
  readonly companions: number;
  readonly personalUrl: string;
  /** The activity, or the dates of a series. */
  readonly activities: readonly [MailActivity, ...MailActivity[]];
  /** The position on the waiting list, or null. */
  readonly position: number | null;
}

/** Sends the e-mails to added people, which `admitAdditions` has decided, and counts them in the allowance. */
export async function mailAdditions(
  platform: Platform,
  tx: Transaction,
  { sender }: Allowance,
  addedBy: string,
  mails: readonly AddedMail[],
): Promise<void> {
  if (mails.length === 0) return;
  const mailedAt = platform.clock();
  await insertAdded(
    tx,
    mails.flatMap(({ email, activities, personalUrl }) => {
      const tokenHash = hashToken(new URL(personalUrl).searchParams.get('token') ?? '');
      return activities.map(({ id: activityId }) => ({ activityId, email, tokenHash, mailedAt }));
    }),
  );
  await insertUnconfirmedMails(tx, sender, mails.length, mailedAt);
  const outgoing = mails.map(async ({ activities, personalUrl, ...to }): Promise<OutgoingEmail> => {
    const links = { personalUrl, refusalUrl: refusalUrlOf(personalUrl) };
    const email = await addedEmail(
      { ...to, ...links, addedBy, dates: activities.length },
      activities[0],
      platform,
    );
    const cause = { accountId: sender.accountId };
    return { email, kind: 'addedEmail', cause, activityId: activities[0].id };
  });
  await platform.mailer.sendAll(tx, await Promise.all(outgoing), { isBulk: mails.length > 1 });
}

/** Counts a message of an organiser to people who did not confirm themselves, who know of their addition from then on. */
export async function countMessage(
  { clock }: Pick<Platform, 'clock'>,
  tx: Transaction,
  { sender }: Allowance,
  activityId: string,
  people: readonly { readonly email: string; readonly tokenHash: Buffer }[],
): Promise<void> {
  const mailedAt = clock();
  await insertAdded(
    tx,
    people.map(({ email, tokenHash }) => ({ activityId, email, tokenHash, mailedAt })),
  );
  await setTold(
    tx,
    activityId,
    people.map(({ email }) => email),
  );
  await insertUnconfirmedMails(tx, sender, people.length, mailedAt);
}

/** The activities to whose lists organisers added the addresses, without the titles of those that are not public. */
export async function listAdditionsTo(
  { db, settings }: Pick<Platform, 'db' | 'settings'>,
  emails: readonly string[],
) {
  const found = await Promise.all(emails.map(email => listAdditionsOf(db, email)));
  return found.flat().map(({ status, title, ...row }) => ({
    ...row,
    title: isPublic(status, settings.moderation) ? title : '',
  }));
}

/** Of people with their activities, those whom an organiser added and who have not confirmed. */
export const unconfirmedAmong = findUnconfirmed;
