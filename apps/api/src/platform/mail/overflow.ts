import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Transaction } from '../database/connection.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { processEach } from '../jobs/polling.ts';
import { isNotPostponed } from '../jobs/postponed-work.ts';
import type { Logger } from '../log.ts';
import type { CurrentSite } from '../site/current-site.ts';
import {
  type AdmissionParts,
  activitiesOf,
  admittedTo,
  discard,
  findPointless,
  hasActivityText,
  lockMailboxes,
  setReady,
} from './admission.ts';
import { MAIL_QUEUE, mailJobs } from './delivery.ts';
import { filledEmail } from './email.ts';
import { DAY_MS, HOUR_MS, type MailKind, mailRules, ruleOf } from './kinds.ts';
import { overflowEmail } from './overflow-mails.tsx';
import { type Admitted, decide, isStale } from './rules.ts';
import { EMPTY_CONTENT, mails } from './schema.ts';

export interface OverflowParts extends AdmissionParts {
  readonly log: Logger;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly publicUrl: string;
  readonly site: Pick<CurrentSite, 'current'>;
}

/** The polling task of this file. */
const HELD_EMAILS = 'heldEmails';
/** The key of a mailbox is a hash, so that the failures of the task contain no addresses. */
const key = sql`md5(${mails.mailbox})`;
const MAILBOXES_A_POLL = 200;
const HELD_MAX = 1_000;
const FILES_MAX = 50;
/** The maximum number of emails in a gathered one, since readers do not finish longer ones. The others wait for the next one. */
const ITEMS_MAX = 100;

/**
 * Sends the held emails. Each mailbox gets one email that gathers its emails, an hour after the first of them and at most once in 24 hours.
 * Sign-ups, recoveries and invitations are sent as soon as the limits allow it. Makes one query if nothing is due. Any number of processes
 * may run it.
 */
export async function sendHeld(parts: OverflowParts, signal?: AbortSignal): Promise<void> {
  const now = parts.clock();
  const due = await parts.db
    .select({ mailbox: mails.mailbox, key: sql<string>`${key}` })
    .from(mails)
    .where(and(eq(mails.state, 'held'), isNotPostponed(HELD_EMAILS, key, now)))
    .groupBy(mails.mailbox)
    .having(isDue(now))
    .orderBy(sql`min(${mails.createdAt})`)
    .limit(MAILBOXES_A_POLL);
  await processEach(
    parts,
    HELD_EMAILS,
    due.flatMap(({ key: of, mailbox }) => (mailbox === null ? [] : [[of, mailbox] as const])),
    (tx, mailbox) => sendHeldTo(parts, tx, mailbox, now),
    signal,
  );
}

/** Condition: the mailbox has held sign-ups, recoveries or invitations, or its gathered email is due. */
const isDue = (now: Date) => {
  const daily = sql`${mails.kind} = any(${sql.param(DAILY_KINDS)})`;
  const since = (ms: number) => sql`${new Date(now.getTime() - ms)}`;
  return sql`bool_or(not ${daily}) or (min(${mails.createdAt}) filter (where ${daily}) <= ${since(HOUR_MS)} and not exists (
    select from mails as gathered where gathered.mailbox = ${mails.mailbox} and gathered.kind = 'overflowEmail'
      and gathered.admitted_at > ${since(DAY_MS)} and gathered.admitted_at <= ${now}))`;
};

const DAILY_KINDS = Object.keys(mailRules).filter(kind => ruleOf(kind as MailKind).limit === 'daily');

type Held = Pick<
  typeof mails.$inferSelect,
  | 'id'
  | 'recipient'
  | 'subject'
  | 'text'
  | 'unsubscribeUrl'
  | 'replyTo'
  | 'attachments'
  | 'kind'
  | 'sender'
  | 'accountId'
  | 'activityId'
  | 'createdAt'
>;

async function sendHeldTo(parts: OverflowParts, tx: Transaction, mailbox: string, now: Date): Promise<void> {
  await lockMailboxes(tx, [mailbox]);
  const held: Held[] = await tx
    .select({
      id: mails.id,
      recipient: mails.recipient,
      subject: mails.subject,
      text: mails.text,
      unsubscribeUrl: mails.unsubscribeUrl,
      replyTo: mails.replyTo,
      attachments: mails.attachments,
      kind: mails.kind,
      sender: mails.sender,
      accountId: mails.accountId,
      activityId: mails.activityId,
      createdAt: mails.createdAt,
    })
    .from(mails)
    .where(and(eq(mails.state, 'held'), eq(mails.mailbox, mailbox)))
    .orderBy(asc(mails.createdAt), asc(mails.id))
    .limit(HELD_MAX)
    // Emails that are being deleted with their recipient's data are skipped.
    .for('update', { skipLocked: true });
  const admitted = (await admittedTo(tx, [mailbox], now)).get(mailbox) ?? [];
  const isDaily = ({ kind }: Held): boolean => kind !== null && ruleOf(kind).limit === 'daily';
  await release(
    parts,
    tx,
    held.filter(one => !isDaily(one)),
    { admitted, now },
  );
  await gather(parts, tx, held.filter(isDaily), { mailbox, admitted, now });
}

interface At {
  readonly admitted: readonly Admitted[];
  readonly now: Date;
}

/** Sends the sign-ups, recoveries and invitations that the limits allow, the newest first, since its link is valid longest. */
async function release(
  { factor, jobs, reasons }: OverflowParts,
  tx: Transaction,
  all: readonly Held[],
  { admitted, now }: At,
): Promise<void> {
  const pointless = await findPointless({ reasons }, tx, all);
  await discard(tx, [...pointless], 'dropped', now);
  const held = all.filter(({ id }) => !pointless.has(id));
  const sofar = [...admitted];
  const ready: string[] = [];
  const isExpired = (one: Held): boolean =>
    now.getTime() - one.createdAt.getTime() > DAY_MS || isStale(one, undefined, now);
  for (const one of held.filter(each => !isExpired(each)).reverse()) {
    const { id, kind } = one;
    if (kind === null) continue;
    const mail = { ...one, kind, isProved: false, fact: null, factBefore: null };
    if (decide(mail, sofar, { now, factor, heldFact: null }) !== 'ready') continue;
    sofar.push({ ...mail, admittedAt: now, isGathered: false });
    ready.push(id);
  }
  await setReady(tx, ready, now);
  await jobs.send(tx, MAIL_QUEUE, ...mailJobs(ready));
  const expired = held.filter(isExpired).map(({ id }) => id);
  await discard(tx, expired, 'expired', now);
}

async function gather(
  parts: OverflowParts,
  tx: Transaction,
  held: readonly Held[],
  { mailbox, admitted, now }: At & { readonly mailbox: string },
): Promise<void> {
  const [first] = held;
  if (first === undefined || now.getTime() - first.createdAt.getTime() < HOUR_MS) return;
  if (admitted.some(({ kind }) => kind === 'overflowEmail')) return;
  const told = await withoutWithheld(parts, tx, ofOneRecipient(held, mailbox), now);
  const [one, ...others] = fairly(told);
  if (one === undefined) return;
  const site = parts.site.current();
  const context = { publicUrl: parts.publicUrl, siteName: site.name };
  const email = filledEmail(await overflowEmail(one.recipient, [one, ...others], context), site);
  const id = v7();
  const accounts = new Set([one, ...others].map(({ accountId }) => accountId));
  await tx.insert(mails).values({
    id,
    recipient: email.to,
    subject: email.subject,
    html: email.html,
    text: email.text,
    mailbox,
    kind: 'overflowEmail',
    state: 'ready',
    createdAt: now,
    admittedAt: now,
    accountId: accounts.size === 1 ? one.accountId : null,
    // The gathered email has the texts without their pictures, but with their calendar files.
    attachments: [one, ...others]
      .flatMap(each => each.attachments.filter(({ contentId }) => contentId === undefined))
      .slice(0, FILES_MAX),
  });
  await tx
    .update(mails)
    .set({ state: 'gathered', sentAt: now, admittedAt: now, ...EMPTY_CONTENT })
    .where(
      inArray(
        mails.id,
        [one, ...others].map(each => each.id),
      ),
    );
  await parts.jobs.send(tx, MAIL_QUEUE, { mailIds: [id] });
}

/**
 * Returns the emails to one spelling of the address, the shortest one, since addresses with different tags may belong to different people.
 * All spellings of a Gmail mailbox count as one.
 */
function ofOneRecipient(held: readonly Held[], mailbox: string): Held[] {
  if (mailbox.endsWith('@gmail.com')) return [...held];
  const plainest = held.reduce(
    (best, { recipient }) => (recipient.length < best.length ? recipient : best),
    held[0]?.recipient ?? '',
  );
  return held.filter(({ recipient }) => recipient === plainest);
}

/**
 * Returns the emails that can be gathered. Emails about an activity in review wait for its decision. Emails that are stale or about a
 * deleted activity expire, and emails whose reason no longer exists are dropped.
 */
async function withoutWithheld(
  parts: OverflowParts,
  tx: Transaction,
  held: readonly Held[],
  now: Date,
): Promise<Held[]> {
  const activities = await activitiesOf(parts, tx, held);
  const activityOf = ({ activityId }: Held) => activities.get(activityId ?? '');
  const isOfDeleted = (one: Held) =>
    hasActivityText(one) && one.activityId !== null && activityOf(one) === undefined;
  const stale = held.filter(one => isOfDeleted(one) || isStale(one, activityOf(one), now));
  const inReview = held.filter(
    one => !stale.includes(one) && hasActivityText(one) && activityOf(one)?.isWithheld === true,
  );
  const idsOf = (rows: readonly Held[]) => rows.map(({ id }) => id);
  if (inReview.length > 0)
    await tx
      .update(mails)
      .set({ state: 'review' })
      .where(inArray(mails.id, idsOf(inReview)));
  await discard(tx, idsOf(stale), 'expired', now);
  const left = new Set([...inReview, ...stale]);
  const told = held.filter(one => !left.has(one));
  const pointless = await findPointless(parts, tx, told);
  await discard(tx, [...pointless], 'dropped', now);
  return told.filter(({ id }) => !pointless.has(id));
}

/** Selects at most `ITEMS_MAX` emails round-robin by sender, so that no sender displaces the others. Returns the oldest first. */
function fairly(held: readonly Held[]): Held[] {
  if (held.length <= ITEMS_MAX) return [...held];
  const bySender = [...Map.groupBy(held, ({ sender }) => sender).values()];
  const turns = Array.from({ length: held.length }, (_, turn) => bySender.flatMap(own => own[turn] ?? []));
  const chosen = new Set(turns.flat().slice(0, ITEMS_MAX));
  return held.filter(one => chosen.has(one));
}

/**
 * Makes emails in review new again if their activity is public now; those about deleted activities expire. Makes one query if no email is
 * in review.
 */
export async function resumeReviewed(parts: OverflowParts, signal?: AbortSignal): Promise<void> {
  const now = parts.clock();
  const waiting = await parts.db
    .selectDistinct({ activityId: mails.activityId })
    .from(mails)
    .where(and(eq(mails.state, 'review'), isNotPostponed(HELD_EMAILS, mails.activityId, now)));
  const ids = waiting.flatMap(({ activityId }) => activityId ?? []);
  if (ids.length === 0) return;
  const activities = await parts.db.transaction(tx => parts.findActivities(tx, ids));
  const due = ids.filter(id => activities.get(id)?.isWithheld !== true).map(id => [id, id] as const);
  await processEach(parts, HELD_EMAILS, due, (tx, id) => resume(parts, tx, id, now), signal);
}

async function resume(parts: OverflowParts, tx: Transaction, activityId: string, now: Date): Promise<void> {
  const isWaiting = and(eq(mails.state, 'review'), eq(mails.activityId, activityId));
  const activity = (await parts.findActivities(tx, [activityId])).get(activityId);
  if (activity?.isWithheld === true) return;
  if (activity === undefined) {
    await tx
      .update(mails)
      .set({ state: 'expired', sentAt: now, ...EMPTY_CONTENT })
      .where(isWaiting);
    return;
  }
  const resumed = await tx.update(mails).set({ state: 'new' }).where(isWaiting).returning({ id: mails.id });
  await parts.jobs.send(tx, MAIL_QUEUE, ...mailJobs(resumed.map(({ id }) => id)));
}
