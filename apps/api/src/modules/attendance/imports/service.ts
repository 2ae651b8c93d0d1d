import { type ImportOutcome, type ImportReply, importedRow } from '@minga/contract/people-import';
import { DELETED_NAME } from '@minga/contract/text';
import type { Transaction } from '../../../platform/database/connection.ts';
import { AppError, invalidToken, notFound } from '../../../platform/errors.ts';
import type { Session } from '../../../platform/http/session.ts';
import type { Platform } from '../../../platform/platform.ts';
import { hashToken } from '../../../platform/tokens.ts';
import { requireAbility } from '../../activities/access-service.ts';
import { isPublic } from '../../activities/policy.ts';
import { UNPUBLISHED_TITLE } from '../../activities/rules.ts';
import { UNKNOWN_ACTIVITY, visibleActivity } from '../../activities/service.ts';
import {
  type Addition,
  findAdditions,
  findRefused,
  idsOfMailbox,
  upsertRefusal,
} from '../added-repository.ts';
import { type AddedMail, type Admitted, admitAdditions, mailAdditions } from '../added-service.ts';
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
  lockAttendedAmong,
  newAttendance,
  publishAttendanceUpdate,
} from '../repository.ts';
import { sizeOf } from '../rules.ts';
import { type Candidate, type Judged, judgeRows, keyOf, ON_LIST, type Rejected, wordsOf } from './rules.ts';

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
      const admitted = await admitAdditions(platform, tx, [activity], user, notify ? addedAmong(judged) : []);
      const stored = dryRun ? new Map() : await store(platform, tx, activity, session, { judged, admitted });
      const isKnown = read.some(row => 'isErased' in row) && (await hasErasedAttendees(tx, taskId));
      const outcomes = read.map(row => (isCandidate(row) ? row : outcomeOf(row, isKnown)));
      reply = replyOf(outcomes, judged, new Set(admitted.mailed), stored);
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
  const refused = await findRefused(
    tx,
    activityId,
    candidates.flatMap(({ email }) => email ?? []),
  );
  return judgeRows(candidates, { capacity, companionsMax, free, listed, refused, isForced: force });
}

const addedAmong = (judged: readonly Judged[]): Candidate[] =>
  judged.flatMap(({ result, candidate }) => (result === 'added' ? candidate : []));

interface Accepted {
  readonly judged: readonly Judged[];
  readonly admitted: Admitted<Candidate>;
}

/** Stores the added people with their e-mails. Returns the ids of their attendances by candidate. */
async function store(
  platform: Platform,
  tx: Transaction,
  activity: AttendedActivity,
  { user }: Session,
  { judged, admitted }: Accepted,
): Promise<ReadonlyMap<Candidate, string>> {
  const createdAt = platform.clock();
  const isMailed = new Set(admitted.mailed);
  const isTold = new Set([...admitted.mailed, ...admitted.told]);
  const added = judged
    .filter(({ result }) => result === 'added')
    .map(({ candidate, isOverLimit }) => {
      const { index: _, ...person } = candidate;
      const isOwn = person.email === user.email;
      const told = isTold.has(candidate) ? ('told' as const) : ('untold' as const);
      const values = { userId: isOwn ? user.id : null, addition: isOwn ? null : told };
      const row = newAttendance({ ...person, ...values, activityId: activity.id, isOverLimit, createdAt });
      const link = isMailed.has(candidate) ? newPersonalLink(platform) : null;
      return { candidate, row, position: null, claims: [], pending: { clientId: null, link } };
    });
  if (added.length === 0) return new Map();
  await insertPlaced(tx, added);
  const emails = added.flatMap(
    ({ candidate: { name, email, companions }, pending: { link } }): AddedMail[] =>
      link === null || email === null
        ? []
        : [{ name, email, companions, personalUrl: link.url, activities: [activity], position: null }],
  );
  if (admitted.allowance !== null)
    await mailAdditions(platform, tx, admitted.allowance, user.username, emails);
  await publishAttendanceUpdate(tx, [activity]);
  const people = added.reduce((sum, { row }) => sum + sizeOf(row), 0);
  await platform.events.publish(tx, 'peopleImported', [
    { activity, people, actorId: user.id, actorName: user.username },
  ]);
  return new Map(added.map(({ candidate, row }) => [candidate, row.id]));
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
      index,
      result,
      mailed: mailed.has(one),
      ...(message !== undefined && { message }),
      ...(attendanceId !== undefined && { attendanceId }),
    };
  });
  const count = (wanted: ImportOutcome['result']) => results.filter(({ result }) => result === wanted).length;
  return {
    results,
    added: count('added'),
    already: count('already'),
    full: count('full'),
    invalid: count('invalid'),
    mailed: mailed.size,
  };
}

function unjudged(): never {
  throw new Error('a row was not judged');
}

/** The activity to which an e-mail's recipient was added, of a series the first date. Changes nothing, since mail scanners open links. */
export async function readAddition({ db, settings }: Platform, token: string) {
  const [first, ...others] = await findAdditions(db, hashToken(token));
  if (first === undefined) throw invalidToken(BAD_LINK);
  return presentAddition([first, ...others], settings);
}

const presentAddition = (
  additions: readonly [Addition, ...Addition[]],
  { moderation }: Platform['settings'],
) => {
  const [{ title, date, status }] = additions;
  return {
    // The organiser's text is not shown while the activity is not public.
    title: isPublic(status, moderation) ? title : UNPUBLISHED_TITLE,
    date: date.toISOString(),
    refused: additions.every(({ refusedAt }) => refusedAt !== null),
  };
};

/** Removes the recipient of an e-mail from the lists to which an organiser added the address, and refuses it for these activities. Idempotent. */
export async function refuseAddition(platform: Platform, token: string) {
  const { db, clock, settings } = platform;
  const tokenHash = hashToken(token);
  const [first, ...others] = await findAdditions(db, tokenHash);
  if (first === undefined) throw invalidToken(BAD_LINK);
  await db.transaction(async tx => {
    // The activities are locked before the attendances, as in every transaction.
    const activities = await lockAttendedAmong(
      tx,
      [first, ...others].map(({ activityId }) => activityId),
    );
    if (activities.length === 0) throw invalidToken(BAD_LINK);
    const current = new Map((await findAdditions(tx, tokenHash)).map(one => [one.activityId, one]));
    for (const activity of activities) {
      const addition = current.get(activity.id);
      if (addition === undefined || addition.refusedAt !== null) continue;
      await upsertRefusal(tx, addition, tokenHash, clock());
      const ids = await idsOfMailbox(tx, activity.id, addition.mailboxHash);
      const removed = await deleteAttendances(tx, activity.id, ids);
      await publishCancellations(
        platform,
        tx,
        activity,
        removed.map(attendance => ({ activity, attendance, actorId: null, by: 'attendee' as const })),
      );
    }
  });
  return { ...presentAddition([first, ...others], settings), refused: true };
}
