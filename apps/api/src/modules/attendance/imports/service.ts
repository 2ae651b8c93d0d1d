import { type ImportOutcome, type ImportReply, importedRow } from '@minga/contract/people-import';
import { REFUSAL_TOKEN } from '@minga/contract/refusal-link';
import { DELETED_NAME } from '@minga/contract/text';
import type { Transaction } from '../../../platform/database/connection.ts';
import { AppError, invalidToken, notFound } from '../../../platform/errors.ts';
import type { Session } from '../../../platform/http/session.ts';
import { foldAddress } from '../../../platform/limits/limits.ts';
import type { OutgoingEmail } from '../../../platform/mail/mailer.ts';
import type { Platform } from '../../../platform/platform.ts';
import { hashToken, newToken } from '../../../platform/tokens.ts';
import { requireAbility } from '../../activities/access-service.ts';
import { isPublic } from '../../activities/policy.ts';
import { UNKNOWN_ACTIVITY, visibleActivity } from '../../activities/service.ts';
import {
  findAdded,
  findAddition,
  idsOfMailbox,
  insertAdded,
  lockAllowance,
  setRefused,
  verifiedCollective,
} from '../added-repository.ts';
import { readDates } from '../confirm/placing-service.ts';
import { contactOf } from '../confirm/prepare-service.ts';
import { findListed, insertPlaced } from '../confirm/repository.ts';
import { BAD_LINK, startedProblem } from '../errors.ts';
import { newPersonalLink } from '../links/service.ts';
import { publishCancellations } from '../places/service.ts';
import {
  type AttendedActivity,
  deleteAttendances,
  hasErasedAttendees,
  lockAttended,
  newAttendance,
  publishAttendanceUpdate,
} from '../repository.ts';
import { sizeOf } from '../rules.ts';
import { importedEmail } from './mails.ts';
import { type Candidate, type Judged, judgeRows, keyOf, ON_LIST, type Rejected, wordsOf } from './rules.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** The e-mails a day to people who did not confirm themselves: of a verified collective about its activities, and of any account. */
const COLLECTIVE_MAILS_A_DAY = 300;
const ACCOUNT_MAILS_A_DAY = 30;

interface Import {
  readonly rows: readonly unknown[];
  readonly dryRun?: boolean | undefined;
  readonly notify?: boolean | undefined;
  readonly force?: boolean | undefined;
}

/** Ends the transaction of a dry run, so that nothing of it is stored. */
class DryRun extends Error {}

/**
 * Adds a list of people to an activity in one transaction (docs/rules.md R21.1). The activity is locked before its list is read and its
 * places are counted, so that concurrent imports and confirmations neither double a person nor exceed the capacity.
 */
export async function importParticipants(
  platform: Platform,
  session: Session,
  taskId: string,
  { rows, dryRun = false, notify = true, force = false }: Import,
): Promise<ImportReply> {
  const { user } = session;
  const { activity: found } = await visibleActivity(platform, taskId, user.id);
  await requireAbility(platform.db, user.id, found, 'manage');
  const read = rows.map((row, index) => readRow(platform, row, index));
  let reply: ImportReply | undefined;
  try {
    await platform.db.transaction(async tx => {
      const activity = await lockAttended(tx, taskId);
      if (activity === null) throw notFound(UNKNOWN_ACTIVITY);
      await requireAbility(tx, user.id, activity, 'manage');
      const started = startedProblem(activity, platform.clock());
      if (started !== null) throw started;
      const judged = await judge(platform, tx, activity, { read, force });
      const mailed = notify ? await mailable(platform, tx, activity, session, judged) : [];
      const stored = dryRun ? new Map() : await store(platform, tx, activity, session, { judged, mailed });
      const isKnown = read.some(row => 'isErased' in row) && (await hasErasedAttendees(tx, taskId));
      const outcomes = read.map(row => (isCandidate(row) ? row : outcomeOf(row, isKnown)));
      reply = replyOf(outcomes, judged, new Set(mailed), stored);
      if (dryRun) throw new DryRun();
    });
  } catch (error) {
    if (!(error instanceof DryRun)) throw error;
  }
  if (reply === undefined) throw new Error('an import has no outcome');
  return reply;
}

interface Unread extends Rejected {
  /** The row is that of a person whose data was erased, as the list and its downloads show it. */
  readonly isErased?: true;
}
type ReadRow = Candidate | Unread;
const NOT_UNDERSTOOD = 'Esta fila no se entiende';

/** Validates a row by the rules of adding one person. */
function readRow(platform: Platform, row: unknown, index: number): ReadRow {
  if (typeof row !== 'object' || row === null || Array.isArray(row))
    return { index, message: NOT_UNDERSTOOD };
  const parsed = importedRow.safeParse(row);
  if (!parsed.success) {
    const { name, email, phone } = row as Readonly<Record<string, unknown>>;
    const isErased = name === DELETED_NAME && !email && !phone;
    const message = parsed.error.issues[0]?.message ?? NOT_UNDERSTOOD;
    return { index, message, ...(isErased && { isErased }) };
  }
  const { name, companions } = parsed.data;
  try {
    const contact = contactOf(platform, { contact: 'any' }, parsed.data);
    return { index, name, ...contact, companions: companions ?? 0 };
  } catch (error) {
    if (error instanceof AppError) return { index, message: error.message };
    throw error;
  }
}

const isCandidate = (row: ReadRow): row is Candidate => 'name' in row;

async function judge(
  platform: Platform,
  tx: Transaction,
  activity: AttendedActivity,
  { read, force }: { readonly read: readonly ReadRow[]; readonly force: boolean },
): Promise<Judged[]> {
  const { id: activityId, capacity, companionsMax } = activity;
  const candidates = read.filter(isCandidate);
  const free = (await readDates(platform, tx, [activity], [])).get(activityId)?.free ?? 0;
  const words = await findListed(
    tx,
    candidates.flatMap(one => wordsOf(one).map(word => ({ activityId, ...word }))),
  );
  const listed = new Set(words.map(keyOf));
  const { refused } = await findAdded(tx, activityId, addressesOf(candidates));
  return judgeRows(candidates, { capacity, companionsMax, free, listed, refused, isForced: force });
}

const addressesOf = (candidates: readonly Candidate[]): string[] =>
  candidates.flatMap(({ email }) => email ?? []);

/** The added people who are mailed: one for each mailbox that was not mailed about the activity before, within the sender's allowance. */
async function mailable(
  platform: Platform,
  tx: Transaction,
  activity: AttendedActivity,
  { user }: Session,
  judged: readonly Judged[],
): Promise<Candidate[]> {
  const { clock, settings } = platform;
  const reachable = judged.flatMap(({ result, candidate }) =>
    result === 'added' && candidate.email !== null && candidate.email !== user.email ? candidate : [],
  );
  if (reachable.length === 0) return [];
  const { mailed } = await findAdded(tx, activity.id, addressesOf(reachable));
  const seen = new Set<string>();
  const unmailed = reachable.filter(({ email }) => {
    const mailbox = foldAddress(email ?? '');
    if (mailed.has(email ?? '') || seen.has(mailbox)) return false;
    seen.add(mailbox);
    return true;
  });
  const collectiveId = await verifiedCollective(tx, activity.collectiveId);
  const since = new Date(clock().getTime() - DAY_MS);
  const sent = await lockAllowance(tx, { accountId: user.id, collectiveId }, since);
  const times = collectiveId === null ? ACCOUNT_MAILS_A_DAY : COLLECTIVE_MAILS_A_DAY;
  const { rateLimitFactor: factor } = settings;
  const allowed = factor === 0 ? Number.POSITIVE_INFINITY : Math.max(1, Math.floor(times * factor));
  return unmailed.slice(0, Math.max(0, allowed - sent));
}

interface Accepted {
  readonly judged: readonly Judged[];
  readonly mailed: readonly Candidate[];
}

/** Stores the added people with their e-mails. Returns the ids of their attendances by candidate. */
async function store(
  platform: Platform,
  tx: Transaction,
  activity: AttendedActivity,
  session: Session,
  { judged, mailed }: Accepted,
): Promise<ReadonlyMap<Candidate, string>> {
  const { user } = session;
  const createdAt = platform.clock();
  const isMailed = new Set(mailed);
  const added = judged
    .filter(({ result }) => result === 'added')
    .map(({ candidate, isOverLimit }) => {
      const { index: _, ...person } = candidate;
      const userId = person.email === user.email ? user.id : null;
      const row = newAttendance({ ...person, activityId: activity.id, userId, isOverLimit, createdAt });
      const link = isMailed.has(candidate) ? newPersonalLink(platform) : null;
      return { candidate, row, position: null, claims: [], pending: { clientId: null, link } };
    });
  if (added.length === 0) return new Map();
  await insertPlaced(tx, added);
  const emails = added.flatMap(({ candidate, pending: { link } }) =>
    link === null ? [] : { candidate, personalUrl: link.url, refusal: newRefusalLink(platform) },
  );
  const collectiveId = await verifiedCollective(tx, activity.collectiveId);
  const sender = { accountId: user.id, collectiveId };
  await insertAdded(
    tx,
    emails.map(({ candidate: { email }, refusal: { tokenHash } }) => ({
      ...{ ...sender, activityId: activity.id, email: email ?? '', tokenHash, mailedAt: createdAt },
    })),
  );
  const outgoing = emails.map(async ({ candidate, personalUrl, refusal }): Promise<OutgoingEmail> => {
    const { name, email, companions } = candidate;
    const to = { name, email: email ?? '', companions, addedBy: user.username };
    return {
      email: await importedEmail({ ...to, personalUrl, refusalUrl: refusal.url }, activity, platform),
      ...{ kind: 'importedEmail', cause: { accountId: user.id }, activityId: activity.id },
    };
  });
  await platform.mailer.sendAll(tx, await Promise.all(outgoing), { isBulk: true });
  await publishAttendanceUpdate(tx, [activity]);
  const people = added.reduce((sum, { row }) => sum + sizeOf(row), 0);
  await platform.events.publish(tx, 'peopleImported', [
    { activity, people, actorId: user.id, actorName: user.username },
  ]);
  return new Map(added.map(({ candidate, row }) => [candidate, row.id]));
}

/** The link to the page on which the recipient leaves the list. */
function newRefusalLink({ publicUrl }: Pick<Platform, 'publicUrl'>) {
  const token = newToken();
  return { url: `${publicUrl}/mi-asistencia?token=${REFUSAL_TOKEN}${token}`, tokenHash: hashToken(token) };
}

const outcomeOf = ({ index, message, isErased }: Unread, hasErased: boolean): ImportOutcome =>
  isErased === true && hasErased
    ? { index, result: 'already', mailed: false, message: ON_LIST }
    : { index, result: 'invalid', mailed: false, message };

function replyOf(
  read: readonly (Candidate | ImportOutcome)[],
  judged: readonly Judged[],
  mailed: ReadonlySet<Candidate>,
  stored: ReadonlyMap<Candidate, string>,
): ImportReply {
  const byCandidate = new Map(judged.map(one => [one.candidate, one]));
  const results = read.map((one): ImportOutcome => {
    if ('result' in one) return one;
    const { index, result, message } = byCandidate.get(one) ?? unjudged();
    const attendanceId = stored.get(one);
    return {
      ...{ index, result, mailed: mailed.has(one) },
      ...(message !== undefined && { message }),
      ...(attendanceId !== undefined && { attendanceId }),
    };
  });
  const count = (wanted: ImportOutcome['result']) => results.filter(({ result }) => result === wanted).length;
  return {
    results,
    ...{ added: count('added'), already: count('already'), full: count('full'), invalid: count('invalid') },
    mailed: mailed.size,
  };
}

function unjudged(): never {
  throw new Error('a row was not judged');
}

/** The activity to which an e-mail's recipient was added. Changes nothing, since mail scanners open links. */
export async function readAddition({ db, settings }: Platform, token: string) {
  const found = await findAddition(db, hashToken(token));
  if (found === null) throw invalidToken(BAD_LINK);
  return presentAddition(found, settings);
}

const presentAddition = (
  { title, date, status, refusedAt }: NonNullable<Awaited<ReturnType<typeof findAddition>>>,
  { moderation }: Platform['settings'],
) => ({
  // The organiser's text is not shown while the activity is not public.
  title: isPublic(status, moderation) ? title : 'Una actividad que no está publicada',
  date: date.toISOString(),
  refused: refusedAt !== null,
});

/** Removes the recipient of an e-mail from the list to which an organiser added the address, and refuses it for that activity. Idempotent. */
export async function refuseAddition(platform: Platform, token: string) {
  const { db, clock, settings } = platform;
  const tokenHash = hashToken(token);
  const found = await findAddition(db, tokenHash);
  if (found === null) throw invalidToken(BAD_LINK);
  await db.transaction(async tx => {
    // The activity is locked before the attendance, as in every transaction.
    const activity = await lockAttended(tx, found.activityId);
    if (activity === null) throw invalidToken(BAD_LINK);
    if (!(await setRefused(tx, tokenHash, clock()))) return;
    const ids = await idsOfMailbox(tx, activity.id, found.mailboxHash);
    const removed = await deleteAttendances(tx, activity.id, ids);
    await publishCancellations(
      platform,
      tx,
      activity,
      removed.map(attendance => ({ activity, attendance, actorId: null, by: 'attendee' as const })),
    );
  });
  return { ...presentAddition(found, settings), refused: true };
}
