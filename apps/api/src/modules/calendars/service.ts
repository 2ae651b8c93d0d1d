import { CALENDARS_MAX, type CalendarPreview, type NewCalendar } from '@minga/contract/calendars';
import type { Transaction } from '../../platform/database/connection.ts';
import type { Paging } from '../../platform/database/queries.ts';
import { AppError, conflict, forbidden, invalid, NOT_ALLOWED, notFound } from '../../platform/errors.ts';
import { problemOf } from '../../platform/http/public-address.ts';
import type { Limit } from '../../platform/limits/limits.ts';
import type { Platform } from '../../platform/platform.ts';
import { createSemaphore } from '../../platform/semaphore.ts';
import type { AccountDeleting } from '../accounts/events.ts';
import { requireActiveAccount } from '../accounts/managed/service.ts';
import { lockAccounts } from '../accounts/queries.ts';
import { giveImportedTo, lockImported, markSource } from '../activities/imported/service.ts';
import { deleteLockedActivities } from '../activities/removal/service.ts';
import { lockCollective } from '../collectives/queries.ts';
import { rolesAmong, UNKNOWN_COLLECTIVE } from '../collectives/service.ts';
import { can } from '../teams/policy.ts';
import { listOwners, lockFirstOrganiser } from '../teams/queries.ts';
import { lockLinks } from './following/links-service.ts';
import { ask, summaryOf } from './following/service.ts';
import { fetchCalendar, httpsAddress } from './reading/fetcher.ts';
import { parseCalendar } from './reading/parser.ts';
import {
  type CalendarRow,
  type CountedCalendar,
  countCalendars,
  deleteCalendar,
  findCounted,
  hasUrl,
  insertCalendar,
  listAddedBy,
  listCalendars,
  listHosts,
  listWithPeople,
  lockOfCollective,
  updateCalendar,
} from './repository.ts';

const UNKNOWN = 'Calendario no encontrado';
const TOO_MANY = `Este colectivo ya tiene ${CALENDARS_MAX} calendarios. Quita uno para agregar otro.`;
const TWICE = 'Este colectivo ya trae las actividades de ese calendario';

/** Limits the readings that organisers cause. */
const readingsByCalendar: Limit = {
  name: 'calendar-read',
  times: 1,
  seconds: 60,
  reason: 'Este calendario se leyó hace menos de un minuto.',
};

/** Each preview is a request to a server that the organiser names. */
const previewsByAccount: Limit = {
  name: 'calendar-preview',
  times: 20,
  seconds: 3600,
  reason: 'Revisaste muchos calendarios en poco tiempo.',
};

/** One account's slow servers and complex files delay no other account's. */
const previews = createSemaphore(2, 40, 2);

/** The number of activities that a preview shows. */
const PREVIEWED = 5;

/** An account that publishes in a collective. */
interface Publisher {
  readonly userId: string;
  readonly collectiveId: string;
}

export const calendarsOf = ({ db }: Pick<Platform, 'db'>, collectiveId: string, paging: Paging) =>
  listCalendars(db, collectiveId, paging);

/** The calendars that an account has added, without their addresses. */
export const calendarsAddedBy = ({ db }: Pick<Platform, 'db'>, userId: string) => listHosts(db, userId);

/** Rejects with 400 if the server must not read the address. */
function readableUrl(given: string, trustedHosts: readonly string[]): URL {
  const address = httpsAddress(given);
  const problem = problemOf(address, trustedHosts);
  if (problem !== null) throw invalid([problem]);
  return new URL(address);
}

/** Reads a calendar and stores nothing. Rejects with 400 if the server must not read the address. */
export async function previewCalendar(
  { clock, settings, limits }: Platform,
  { userId }: Publisher,
  given: string,
): Promise<CalendarPreview> {
  const { href } = readableUrl(given, settings.webhookHosts);
  await limits.count(previewsByAccount, userId);
  const reading = await previews.run(async () => {
    const fetched = await fetchCalendar(href, { etag: null, lastModified: null }, settings.webhookHosts);
    if (fetched.kind === 'failed') return fetched.sentence;
    return fetched.kind === 'file'
      ? parseCalendar(fetched.bytes, clock(), settings.timeZone)
      : 'El servidor del calendario respondió con el código 304, no con el calendario';
  }, userId);
  if (typeof reading === 'string') return { summary: null, error: reading, first: [] };
  const first = reading.events.slice(0, PREVIEWED).map(({ title, date, place }) => ({
    title,
    date: new Date(date).toISOString(),
    place: place === '' ? null : place,
  }));
  return { summary: summaryOf(reading), error: null, first };
}

/**
 * Adds a calendar, which is read at once. Rejects with 400 if the server must not read the address, and with 409 if the collective has the
 * calendar already or has too many.
 */
export async function addCalendar(
  { db, clock, settings }: Platform,
  { userId, collectiveId }: Publisher,
  { url: given, category = null }: NewCalendar,
): Promise<CountedCalendar> {
  const { href: url, host } = readableUrl(given, settings.webhookHosts);
  const now = clock();
  return db.transaction(async tx => {
    await lockPublisher(tx, { userId, collectiveId });
    if (await hasUrl(tx, collectiveId, url)) throw conflict(TWICE);
    if ((await countCalendars(tx, collectiveId)) >= CALENDARS_MAX) throw new AppError(409, 'LIMIT', TOO_MANY);
    const values = { collectiveId, addedBy: userId, url, host, category, createdAt: now, dueAt: now };
    return counted(tx, await insertCalendar(tx, values));
  });
}

/** Locks an account and its collective. Rejects if the account may no longer publish there. */
async function lockPublisher(tx: Transaction, { userId, collectiveId }: Publisher): Promise<void> {
  await lockAccounts(tx, [userId], 'no key update');
  await requireActiveAccount(tx, userId);
  if (!(await lockCollective(tx, collectiveId))) throw notFound(UNKNOWN_COLLECTIVE);
  const roles = (await rolesAmong(tx, [userId], [collectiveId])).map(({ role }) => role);
  if (!can(roles, 'publish')) throw forbidden(NOT_ALLOWED);
}

async function counted(tx: Transaction, id: string): Promise<CountedCalendar> {
  const row = await findCounted(tx, id);
  if (row === null) throw notFound(UNKNOWN);
  return row;
}

async function locked(tx: Transaction, collectiveId: string, id: string): Promise<CalendarRow> {
  const row = await lockOfCollective(tx, collectiveId, id);
  if (row === null) throw notFound(UNKNOWN);
  return row;
}

/** Makes a calendar due at once. With `canRemoveMost` the reading removes what is gone, even if that is more than half. */
export const readNow = (
  { db, clock, limits }: Platform,
  publisher: Publisher,
  id: string,
  canRemoveMost: boolean,
): Promise<CountedCalendar> =>
  db.transaction(async tx => {
    await lockPublisher(tx, publisher);
    await locked(tx, publisher.collectiveId, id);
    await limits.count(readingsByCalendar, id);
    const values = { state: 'reading', error: null, dueAt: clock(), readingId: null, canRemoveMost } as const;
    await updateCalendar(tx, id, values);
    return counted(tx, id);
  });

/**
 * Stops reading a calendar. With `shouldRemove` its activities to come are deleted, except those that people have confirmed, about which
 * organisers are asked.
 */
export async function removeCalendar(
  platform: Platform,
  publisher: Publisher,
  id: string,
  shouldRemove: boolean,
): Promise<void> {
  const now = platform.clock();
  await platform.db.transaction(async tx => {
    await lockPublisher(tx, publisher);
    const calendar = await locked(tx, publisher.collectiveId, id);
    const activities = (await lockLinks(tx, id, null)).flatMap(({ activity }) => activity ?? []);
    const toCome = activities.filter(({ date }) => date > now);
    const withPeople = await listWithPeople(
      tx,
      toCome.map(one => one.id),
    );
    const removed = shouldRemove ? toCome.filter(one => !withPeople.has(one.id)) : [];
    const removedIds = new Set(removed.map(one => one.id));
    const rest = activities.filter(one => !removedIds.has(one.id));
    await deleteCalendar(tx, id);
    await deleteLockedActivities(platform, tx, removed);
    await markSource(
      platform,
      tx,
      rest.map(one => one.id),
      null,
    );
    if (shouldRemove && withPeople.size > 0)
      await ask(
        platform,
        tx,
        calendar,
        `Ya no se lee el calendario de ${calendar.host}`,
        stayText(withPeople.size),
      );
  });
}

const stayText = (count: number): string =>
  count === 1
    ? 'Se quedó una actividad con personas que confirmaron. Decide si la eliminas.'
    : `Se quedaron ${count} actividades con personas que confirmaron. Decide si las eliminas.`;

/**
 * Subscriber of `accountDeleting`, before the activities of the accounts are deleted: what a calendar has brought goes to an owner of its
 * collective, else to the organiser who becomes one.
 */
export async function handOverCalendars(
  tx: Transaction,
  accounts: readonly AccountDeleting[],
): Promise<void> {
  for (const { id: userId } of accounts) {
    for (const [collectiveId, rows] of Map.groupBy(await listAddedBy(tx, userId), row => row.collectiveId)) {
      // Activities are locked first, as in every transaction.
      const ids = rows.flatMap(({ activityId }) => activityId ?? []);
      const own = (await lockImported(tx, ids)).filter(({ ownerId }) => ownerId === userId);
      const owner = (await listOwners(tx, collectiveId)).find(({ id }) => id !== userId);
      const heir = owner ?? (await lockFirstOrganiser(tx, collectiveId));
      if (heir === null || heir.id === userId) continue;
      await giveImportedTo(
        tx,
        own.map(({ id }) => id),
        heir.id,
      );
      for (const id of new Set(rows.map(row => row.id))) await updateCalendar(tx, id, { addedBy: heir.id });
    }
  }
}
