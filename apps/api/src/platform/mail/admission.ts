import { createHash } from 'node:crypto';
import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, not, or, type SQL, sql } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import type { Database, Transaction } from '../database/connection.ts';
import { DAY_MS, expiringKinds, type MailKind, ruleOf } from './kinds.ts';
import { type Admitted, decide, isAboutSame, isStale } from './rules.ts';
import { EMPTY_CONTENT, type mailStates, mails } from './schema.ts';

export interface MailedActivity {
  /** Whether the activity is held for review or rejected. */
  readonly isWithheld: boolean;
  readonly begins: Date;
  readonly ends: Date;
  /** The end of the last date of its series, or its own end if it has no series. */
  readonly lastEnds: Date;
}

/** Finds the activities that e-mails are about. The result omits deleted activities. */
export type FindActivities = (
  tx: Transaction,
  activityIds: readonly string[],
) => Promise<ReadonlyMap<string, MailedActivity>>;

/** Conditions on rows of `mails` by kind, which hold while the reason for the e-mail still exists. Other kinds have no condition. */
export type MailReasons = Readonly<Partial<Record<MailKind, SQL>>>;

export interface AdmissionParts {
  readonly db: Database;
  readonly clock: Clock;
  /** Multiplies the limits; 0 turns them off. */
  readonly factor: number;
  readonly findActivities: FindActivities;
  readonly reasons: MailReasons;
}

type State = (typeof mailStates)[number];

const columns = {
  id: mails.id,
  state: mails.state,
  kind: mails.kind,
  mailbox: mails.mailbox,
  sender: mails.sender,
  accountId: mails.accountId,
  activityId: mails.activityId,
  fact: mails.fact,
  factBefore: mails.factBefore,
  createdAt: mails.createdAt,
};
type Row = { [Column in keyof typeof columns]: (typeof mails.$inferSelect)[Column] };

/** The first key of the advisory locks. No other lock with two keys uses this number. */
const LOCK_CLASS = 54_054;
/** Buckets limit the locks of one transaction. Transactions on two mailboxes of one bucket wait for each other for some milliseconds. */
const LOCK_BUCKETS = 256;
const ALL_MAX = 1_000;

/**
 * Decides whether emails are sent now, held or dropped (docs/decisions/0054-limits-of-emails.md). This happens in the job and not when
 * they are stored, so that the transactions that cause them do not wait for the lock of a mailbox. A few statements decide about all of
 * them, and the locks of their mailboxes make the limits exact for any number of processes.
 */
export const admit = (parts: AdmissionParts, mailIds: readonly string[]): Promise<void> =>
  parts.db.transaction(tx => admitSelected(parts, tx, inArray(mails.id, [...mailIds])));

/** Decides about all new emails, and again about ready ones whose activity, time or reason may have changed. */
export const admitAll = (parts: AdmissionParts): Promise<void> =>
  parts.db.transaction(tx => admitSelected(parts, tx, undefined));

async function admitSelected(
  parts: AdmissionParts,
  tx: Transaction,
  isSelected: SQL | undefined,
): Promise<void> {
  const rows: Row[] = await tx
    .select(columns)
    .from(mails)
    .where(
      and(
        isSelected,
        isNull(mails.sentAt),
        // Ready emails are checked again if their activity may be withheld, they may be stale, or their reason may no longer exist.
        or(
          eq(mails.state, 'new'),
          and(
            eq(mails.state, 'ready'),
            or(
              isNotNull(mails.activityId),
              inArray(mails.kind, [...expiringKinds, ...kindsIn(parts.reasons)]),
            ),
          ),
        ),
      ),
    )
    .orderBy(asc(mails.createdAt), asc(mails.id))
    .limit(ALL_MAX)
    .for('update');
  if (rows.length === 0) return;
  const now = parts.clock();
  const activities = await activitiesOf(parts, tx, rows);
  const activityOf = ({ activityId }: Row) => activities.get(activityId ?? '');
  const [stale, useful] = partition(rows, row => isStale(row, activityOf(row), now));
  await discard(tx, idsOf(stale), 'expired', now);
  const pointless = await findPointless(parts, tx, useful);
  await discard(tx, [...pointless], 'dropped', now);
  const [inReview, others] = partition(
    useful.filter(({ id }) => !pointless.has(id)),
    row => hasActivityText(row) && activityOf(row)?.isWithheld === true,
  );
  await setState(tx, idsOf(inReview), 'review');
  const fresh = others.filter(({ state }) => state === 'new');
  const [limited, free] = partition(fresh, ({ mailbox }) => mailbox !== null && parts.factor > 0);
  await setReady(tx, idsOf(free), now);
  if (limited.length > 0) await admitLimited(parts, tx, limited);
}

const kindsIn = (reasons: MailReasons): MailKind[] => Object.keys(reasons) as MailKind[];

/** Returns the ids of the e-mails whose reason no longer exists. */
export async function findPointless(
  { reasons }: Pick<AdmissionParts, 'reasons'>,
  tx: Transaction,
  rows: readonly Pick<Row, 'id' | 'kind'>[],
): Promise<ReadonlySet<string>> {
  const kinds = new Set(rows.map(({ kind }) => kind));
  const conditions = [...kinds].flatMap(kind => {
    const reason = kind === null ? undefined : reasons[kind];
    return kind === null || reason === undefined ? [] : [and(eq(mails.kind, kind), not(reason))];
  });
  if (conditions.length === 0) return new Set();
  const found = await tx
    .select({ id: mails.id })
    .from(mails)
    .where(
      and(
        inArray(
          mails.id,
          rows.map(({ id }) => id),
        ),
        or(...conditions),
      ),
    );
  return new Set(found.map(({ id }) => id));
}

/** The activities that these e-mails are about. */
export async function activitiesOf(
  { findActivities }: Pick<AdmissionParts, 'findActivities'>,
  tx: Transaction,
  rows: readonly Pick<Row, 'activityId'>[],
): Promise<ReadonlyMap<string, MailedActivity>> {
  const ids = [...new Set(rows.flatMap(({ activityId }) => activityId ?? []))];
  return ids.length === 0 ? new Map() : findActivities(tx, ids);
}

/** Whether an e-mail contains text of an activity's organiser. */
export const hasActivityText = ({ kind }: Pick<Row, 'kind'>): boolean =>
  kind !== null && ruleOf(kind).hasActivityText === true;

async function admitLimited(parts: AdmissionParts, tx: Transaction, rows: readonly Row[]): Promise<void> {
  const now = parts.clock();
  const mailboxes = [...new Set(rows.flatMap(({ mailbox }) => mailbox ?? []))];
  await lockMailboxes(tx, mailboxes);
  const admitted = await admittedTo(tx, mailboxes, now);
  const held = rows.some(({ fact }) => fact !== null) ? await heldFactsOf(tx, mailboxes) : [];
  const decided = new Map<'ready' | 'held' | 'dropped', string[]>();
  for (const row of rows) {
    const { id, kind, mailbox } = row;
    if (kind === null || mailbox === null) continue;
    const mail = { ...row, kind, isProved: row.accountId !== null };
    const own = admitted.get(mailbox) ?? [];
    admitted.set(mailbox, own);
    const replaced =
      row.fact === null ? [] : held.filter(other => other.mailbox === mailbox && isAboutSame(mail, other));
    const heldFact = replaced.at(-1)?.fact ?? null;
    const decision = decide(mail, own, { now, factor: parts.factor, heldFact });
    for (const { id: replacedId } of replaced) append(decided, 'dropped', replacedId);
    for (const one of replaced) held.splice(held.indexOf(one), 1);
    append(decided, decision, id);
    if (decision === 'ready') own.push({ ...mail, admittedAt: now, isGathered: false });
    if (decision === 'held' && row.fact !== null) held.push({ ...mail, mailbox });
  }
  const dropped = new Set(decided.get('dropped'));
  // A later email in this loop may have replaced one that the loop had held.
  const stillHeld = (decided.get('held') ?? []).filter(id => !dropped.has(id));
  await setReady(tx, decided.get('ready') ?? [], now);
  await setState(tx, stillHeld, 'held');
  await discard(tx, [...dropped], 'dropped', now);
}

/** Locks mailboxes until the transaction ends. All transactions lock in the same order, which prevents deadlocks. */
export async function lockMailboxes(tx: Transaction, mailboxes: readonly string[]): Promise<void> {
  const bucketOf = (mailbox: string) =>
    createHash('sha256').update(mailbox).digest().readUInt16BE() % LOCK_BUCKETS;
  const buckets = [...new Set(mailboxes.map(bucketOf))].sort((one, other) => one - other);
  await tx.execute(
    sql`select pg_advisory_xact_lock(${LOCK_CLASS}, bucket) from unnest(${sql.param(buckets)}::int[]) as bucket`,
  );
}

/** Returns the emails that the locked mailboxes got within the last day, by mailbox. */
export async function admittedTo(
  tx: Transaction,
  mailboxes: readonly string[],
  now: Date,
): Promise<Map<string, Admitted[]>> {
  const rows = await tx
    .select({
      mailbox: mails.mailbox,
      kind: mails.kind,
      sender: mails.sender,
      activityId: mails.activityId,
      fact: mails.fact,
      admittedAt: mails.admittedAt,
      state: mails.state,
    })
    .from(mails)
    .where(
      and(
        inArray(mails.mailbox, [...mailboxes]),
        gt(mails.admittedAt, new Date(now.getTime() - DAY_MS)),
        // A time in the future comes from a wrong clock and is ignored.
        lte(mails.admittedAt, now),
        inArray(mails.state, ['ready', 'gathered']),
      ),
    );
  const byMailbox = new Map<string, Admitted[]>();
  for (const { mailbox, kind, admittedAt, state, ...row } of rows) {
    if (mailbox === null || kind === null || admittedAt === null) continue;
    const one = { ...row, kind, admittedAt, isGathered: state === 'gathered' };
    byMailbox.set(mailbox, [...(byMailbox.get(mailbox) ?? []), one]);
  }
  return byMailbox;
}

interface HeldFact {
  readonly id: string;
  readonly mailbox: string;
  readonly kind: MailKind;
  readonly activityId: string | null;
  readonly fact: string | null;
}

const heldFactsOf = async (tx: Transaction, mailboxes: readonly string[]): Promise<HeldFact[]> =>
  (
    await tx
      .select(columns)
      .from(mails)
      .where(and(eq(mails.state, 'held'), inArray(mails.mailbox, [...mailboxes]), isNotNull(mails.fact)))
      .orderBy(asc(mails.createdAt), asc(mails.id))
  ).flatMap(({ kind, mailbox, ...row }) =>
    kind === null || mailbox === null ? [] : [{ ...row, kind, mailbox }],
  );

async function setState(tx: Transaction, ids: readonly string[], state: State): Promise<void> {
  if (ids.length > 0)
    await tx
      .update(mails)
      .set({ state })
      .where(inArray(mails.id, [...ids]));
}

export async function setReady(tx: Transaction, ids: readonly string[], admittedAt: Date): Promise<void> {
  if (ids.length > 0)
    await tx
      .update(mails)
      .set({ state: 'ready', admittedAt })
      .where(inArray(mails.id, [...ids]));
}

/** Marks emails as never to be sent. Their rows stay, so that a repeated job does not store them again. */
export async function discard(
  tx: Transaction,
  ids: readonly string[],
  state: 'dropped' | 'expired',
  now: Date,
): Promise<void> {
  if (ids.length > 0)
    await tx
      .update(mails)
      .set({ state, sentAt: now, ...EMPTY_CONTENT })
      .where(inArray(mails.id, [...ids]));
}

const idsOf = (rows: readonly Pick<Row, 'id'>[]): string[] => rows.map(({ id }) => id);

function partition<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter(item => !isFirst(item))];
}

function append<Key>(lists: Map<Key, string[]>, key: Key, id: string): void {
  lists.set(key, [...(lists.get(key) ?? []), id]);
}
