import { ERASED_DAYS_MAX, UPCOMING_DAYS } from '@minga/contract/administration/retention';
import { SITE_NAME } from '@minga/contract/site-words';
import type { Executor, Transaction } from '../../../platform/database/connection.ts';
import { conflict, invalidToken } from '../../../platform/errors.ts';
import { createBatches } from '../../../platform/jobs/polling.ts';
import type { Platform } from '../../../platform/platform.ts';
import { hashToken } from '../../../platform/tokens.ts';
import { deleteAdded } from '../added-repository.ts';
import { listAdditionsTo } from '../added-service.ts';
import {
  deleteDetached,
  isDetachedAmong,
  isDetachedOfVisitor,
  listDetachedByLink,
  listDetachedOf,
  lockDetachedDue,
} from '../detached-repository.ts';
import { BAD_LINK } from '../errors.ts';
import type { VisitorErasing } from '../events.ts';
import { visitorDataByOrigin } from '../limits.ts';
import {
  addErasedCounts,
  addressesOnlyIn,
  anonymise,
  hasIdAmong,
  hasIdAmongIn,
  lockNamed,
  lockVisitors,
} from '../own/repository.ts';
import { withoutHiddenTexts } from '../own/service.ts';
import { publishCancellations } from '../places/service.ts';
import {
  type AttendedActivity,
  deleteAttendances,
  lockAttendedAmong,
  publishAttendanceUpdate,
} from '../repository.ts';
import { dayOf, erasedAt, erasedUntil } from '../rules.ts';
import {
  activitiesOf,
  countDue,
  findLinked,
  isOfPerson,
  listDue,
  listErased,
  listWithActivities,
  RETENTION,
} from './repository.ts';

const HAS_ACCOUNT = `Este correo tiene una cuenta en ${SITE_NAME}: inicia sesión y descarga o borra tus datos desde tu perfil.`;
/** The maximum number of attendances in a download, more than a person has. */
const ATTENDANCES_MAX = 1000;

/**
 * The attendances of the person of a personal link: those of the link, and those with the address that the link was mailed to
 * (decision 53). Rejects an invalid link, and a link of an account or of an account's address: its owner must sign in.
 */
export async function visitorAttendances(platform: Platform, token: string, origin: string) {
  const { db, limits } = platform;
  await limits.count(visitorDataByOrigin, origin);
  const person = await personOf(db, hashToken(token));
  const [attendances, detached, additions] = await Promise.all([
    listWithActivities(db, person.attendances, ATTENDANCES_MAX),
    listDetachedOf(db, person.detached),
    listAdditionsTo(platform, [...person.emails]),
  ]);
  return {
    attendances: attendances.map(row => withoutHiddenTexts(platform, row, null)),
    detached,
    additions,
  };
}

/**
 * Erases the data of the person of a personal link. Attendances of activities that have not started are cancelled, the places are
 * offered to waiting parties, and the organiser is notified without the name. Other attendances remain without data.
 */
export async function eraseVisitor(platform: Platform, token: string, origin: string): Promise<void> {
  const { db, limits } = platform;
  await limits.count(visitorDataByOrigin, origin);
  const tokenHash = hashToken(token);
  await db.transaction(async tx => {
    const ids = await activitiesOf(tx, (await personOf(tx, tokenHash)).attendances);
    // Activities are locked before their attendances, in the order in which every transaction locks activities.
    const locked = await lockAttendedAmong(
      tx,
      ids.map(({ id }) => id),
    );
    // Before the lock the attendances may have been cancelled, or linked to an account.
    const person = await personOf(tx, tokenHash);
    const erased = await lockNamed(tx, person.attendances);
    const detached = await listDetachedOf(tx, person.detached);
    await eraseLocked(
      platform,
      tx,
      erased.filter(({ activityId }) => locked.some(({ id }) => id === activityId)),
      { activities: locked, proved: person.emails },
    );
    if (detached.length > 0)
      await eraseDetachedRows(platform, tx, detached, address => person.emails.has(address));
  });
}

async function eraseLocked(
  platform: Platform,
  tx: Transaction,
  erased: Awaited<ReturnType<typeof lockNamed>>,
  { activities, proved }: { activities: readonly AttendedActivity[]; proved: ReadonlySet<string> },
): Promise<void> {
  const now = platform.clock();
  const last = await eraseAround(platform, tx, erased, address => proved.has(address));
  const upcoming = activities.filter(({ date }) => date > now);
  for (const activity of upcoming) {
    const ids = erased.filter(({ activityId }) => activityId === activity.id).map(({ id }) => id);
    const cancelled = await deleteAttendances(tx, activity.id, ids);
    await publishCancellations(
      platform,
      tx,
      activity,
      cancelled.map(row => ({
        activity,
        attendance: { ...row, name: null, email: null, phone: null },
        actorId: null,
        by: 'attendee',
      })),
    );
  }
  const begun = activities.filter(({ date }) => date <= now);
  const left = erased.filter(({ activityId }) => begun.some(({ id }) => id === activityId));
  if (left.length === 0) return;
  await anonymise(tx, hasIdAmong(left.map(({ id }) => id)));
  await publishAttendanceUpdate(tx, begun);
  const addresses = last.filter(address => left.some(({ email }) => email === address)).length;
  await addErasedCounts(tx, { day: dayOf(now, platform.settings.timeZone), people: 0, addresses });
}

/** The addresses that the link was mailed to, and the conditions for its person's attendances and detached attendances. */
async function personOf(db: Executor, tokenHash: Buffer) {
  const detached = await listDetachedByLink(db, tokenHash);
  const linked = [
    ...(await findLinked(db, tokenHash)),
    ...detached.map(({ row, mailedTo, accountId }) => ({
      id: row.id,
      userId: row.userId,
      email: mailedTo,
      accountId,
    })),
  ];
  if (linked.length === 0) throw invalidToken(BAD_LINK);
  if (linked.some(({ userId, accountId }) => userId !== null || accountId !== null))
    throw conflict(HAS_ACCOUNT);
  const emails = new Set(linked.flatMap(({ email }) => email ?? []));
  const ids = linked.map(({ id }) => id);
  return {
    emails,
    attendances: isOfPerson(ids, [...emails]),
    detached: isDetachedOfVisitor(ids, [...emails]),
  };
}

/** A batch is small, so that other transactions wait only briefly for the locks of its activities. */
const BATCH_SIZE = 500;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Erases the data of visitors whose activities ended VISITOR_DATA_DAYS ago. Each batch is a transaction, so that the next run
 * continues one that was killed. An attendance whose erasure fails is postponed and does not block the others. Returns the number
 * of erased attendances.
 */
export async function eraseExpiredVisitors(
  platform: Platform,
  signal?: AbortSignal,
  batchSize = BATCH_SIZE,
): Promise<number> {
  const { clock, settings } = platform;
  const now = clock();
  const until = erasedUntil(now, settings.visitorDataDays, settings.timeZone);
  const batches = createBatches(platform, { task: RETENTION, size: batchSize });
  let total = 0;
  let since: Date | null = null;
  for (let hasMore = true; hasMore; ) {
    signal?.throwIfAborted();
    let [erased, first]: [number, Date | null] = [0, since];
    hasMore = await batches.next(async (tx, { limit, taking }) => {
      const due = await listDue(tx, { since, until, now }, limit);
      taking(due.map(({ id }) => id));
      erased = await eraseBatch(platform, tx, due, until);
      // Activities that ended earlier have no visitors left.
      first = due[0]?.endsAt ?? null;
      // If a full batch erases nothing, each of its attendances was moved, erased or linked to an account concurrently. The next
      // run erases the others.
      return due.length === limit && erased > 0;
    });
    total += erased;
    since = first;
  }
  await deleteAdded(platform.db, until, new Date(now.getTime() - DAY_MS));
  return total + (await eraseDetached(platform, until, signal));
}

/** Deletes the detached attendances of visitors, and returns their number. */
async function eraseDetached(platform: Platform, until: Date, signal?: AbortSignal): Promise<number> {
  let total = 0;
  for (let erased = BATCH_SIZE; erased === BATCH_SIZE; total += erased) {
    signal?.throwIfAborted();
    erased = await platform.db.transaction(async tx => {
      const due = await lockDetachedDue(tx, until, BATCH_SIZE);
      if (due.length > 0) await eraseDetachedRows(platform, tx, due, () => true);
      return due.length;
    });
  }
  return total;
}

type Due = Awaited<ReturnType<typeof listDue>>[number];

async function eraseBatch(
  platform: Platform,
  tx: Transaction,
  due: readonly Due[],
  until: Date,
): Promise<number> {
  const { clock, settings } = platform;
  if (due.length === 0) return 0;
  const locked = await lockAttendedAmong(tx, [...new Set(due.map(({ activityId }) => activityId))]);
  // An organiser may have moved an activity after it was listed.
  const ended = locked.filter(({ date, endDate }) => (endDate ?? date) <= until);
  if (ended.length === 0) return 0;
  const visitors = await lockVisitors(
    tx,
    hasIdAmongIn(
      due.map(({ id }) => id),
      ended.map(({ id }) => id),
    ),
  );
  const last = await eraseVisitors(platform, tx, visitors);
  await addErasedCounts(tx, {
    day: dayOf(clock(), settings.timeZone),
    people: visitors.length,
    addresses: last.length,
  });
  return visitors.length;
}

/** The counts of upcoming erasures and of the erasures of each past day. */
export async function retentionCounts({ db, clock, settings }: Platform) {
  const { visitorDataDays: days, timeZone } = settings;
  const [{ from, ...due }, erased] = await Promise.all([
    countDue(db, erasedUntil(clock(), days - UPCOMING_DAYS, timeZone)),
    listErased(db, ERASED_DAYS_MAX),
  ]);
  return { days, upcoming: { ...due, from: from && erasedAt(from, days, timeZone) }, erased };
}

/** An attendance whose row remains without data, or is about to be deleted. */
type Erased = Omit<VisitorErasing, 'isLast'>;

/**
 * Erases the data that the site stores about the visitors of these locked attendances outside of the rows. Subscribers erase the
 * data of other modules. E-mails and jobs are deleted for each address that no other attendance has. If an address is not proved to
 * be the person's, only the data about the attendance is erased. Returns the addresses that no other attendance has.
 */
async function eraseAround(
  { events, mailer, jobs, clock }: Pick<Platform, 'events' | 'mailer' | 'jobs' | 'clock'>,
  tx: Transaction,
  erased: readonly Erased[],
  isProved: (address: string) => boolean,
): Promise<string[]> {
  const emails = [...new Set(erased.flatMap(({ email }) => email ?? []))];
  const last = await addressesOnlyIn(
    tx,
    emails,
    erased.map(({ id }) => id),
  );
  const erasable = last.filter(isProved);
  const isLast = new Set(erasable);
  await events.publish(
    tx,
    'visitorErasing',
    erased.map(one => ({ ...one, isLast: one.email !== null && isLast.has(one.email) })),
  );
  // The e-mails of a confirmation of the same address that is in progress remain.
  await mailer.deleteTo(tx, erasable, clock());
  await jobs.deleteAbout(tx, ...erasable);
  return last;
}

/** Deletes these locked detached attendances, and the data that other modules store about them. */
async function eraseDetachedRows(
  platform: Pick<Platform, 'events' | 'mailer' | 'jobs' | 'clock'>,
  tx: Transaction,
  rows: readonly Erased[],
  isProved: (address: string) => boolean,
): Promise<void> {
  await eraseAround(platform, tx, rows, isProved);
  await deleteDetached(tx, isDetachedAmong(rows.map(({ id }) => id)));
}

/** Erases the data of these locked attendances, which still count. Returns the addresses that no attendance has any more. */
async function eraseVisitors(
  platform: Pick<Platform, 'events' | 'mailer' | 'jobs' | 'clock'>,
  tx: Transaction,
  erased: readonly Erased[],
): Promise<string[]> {
  const last = await eraseAround(platform, tx, erased, () => true);
  await anonymise(tx, hasIdAmong(erased.map(({ id }) => id)));
  return last;
}
