import type { Executor, Transaction } from '../../platform/database/connection.ts';
import { conflict, invalidToken } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { hashToken } from '../../platform/tokens.ts';
import { publishCancellations } from './cancel-service.ts';
import { isDetachedOfVisitor, listDetachedByLink, listDetachedOf } from './detached-repository.ts';
import { addErased, anonymise, isAmong, lockNamed } from './erasure-repository.ts';
import { eraseAround, eraseDetachedRows } from './erasure-service.ts';
import { BAD_LINK } from './errors.ts';
import { visitorDataByOrigin } from './limits.ts';
import { publishAttendanceUpdate } from './live-repository.ts';
import { deleteAttendances } from './participant-repository.ts';
import { type AttendedActivity, lockAttendedAmong } from './repository.ts';
import { dayOf } from './retention-rules.ts';
import { activitiesOf, findLinked, isOfPerson, listWithActivities } from './visitor-repository.ts';

const HAS_ACCOUNT =
  'Este correo tiene una cuenta en Minga: inicia sesión y descarga o borra tus datos desde tu perfil.';
/** More than a person attends. */
const ATTENDANCES_MAX = 1000;

/**
 * The attendances of the person of a personal link: those of the link, and those with the address that it was mailed to (decision 53).
 * Rejects an invalid link, and one that was mailed to the address of an account, whose owner has to sign in.
 */
export async function visitorAttendances({ db, limits }: Platform, token: string, origin: string) {
  await limits.count(visitorDataByOrigin, origin);
  const person = await personOf(db, hashToken(token));
  const [attendances, detached] = await Promise.all([
    listWithActivities(db, person.attendances, ATTENDANCES_MAX),
    listDetachedOf(db, person.detached),
  ]);
  return { attendances, detached };
}

/**
 * Erases the data of the same person. What has not begun is cancelled, and its places are offered to those who wait; the organiser is
 * told without the name. Other attendances stay without data.
 */
export async function eraseVisitor(platform: Platform, token: string, origin: string): Promise<void> {
  const { db, limits } = platform;
  await limits.count(visitorDataByOrigin, origin);
  const tokenHash = hashToken(token);
  await db.transaction(async tx => {
    const ids = await activitiesOf(tx, (await personOf(tx, tokenHash)).attendances);
    // In the order in which every transaction locks activities, before their attendances.
    const locked = await lockAttendedAmong(
      tx,
      ids.map(({ id }) => id),
    );
    // They may have been cancelled, or given an account, before the lock.
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
  await anonymise(tx, isAmong(left.map(({ id }) => id)));
  await publishAttendanceUpdate(tx, begun);
  const addresses = last.filter(address => left.some(({ email }) => email === address)).length;
  await addErased(tx, { day: dayOf(now, platform.settings.timeZone), people: 0, addresses });
}

/** The addresses that the link was mailed to, and the condition of its person's attendances. */
async function personOf(db: Executor, tokenHash: Buffer) {
  const detached = await listDetachedByLink(db, tokenHash);
  const linked = [
    ...(await findLinked(db, tokenHash)),
    ...detached.map(({ row, mailedTo, accountId }) => ({
      ...{ id: row.id, userId: row.userId, email: mailedTo, accountId },
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
