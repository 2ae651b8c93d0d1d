import { certificateNumber } from '@minga/contract/certificates';
import type { Transaction } from '../../platform/database/connection.ts';
import type { Paging } from '../../platform/database/queries.ts';
import { AppError, conflict, invalid, notFound, unauthenticated } from '../../platform/errors.ts';
import type { Session } from '../../platform/http/session.ts';
import type { Limit } from '../../platform/limits/limits.ts';
import { daysAfter, localTime, startOfDay } from '../../platform/local-time.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AccountDeleting } from '../accounts/events.ts';
import { lockManagedAccount } from '../accounts/managed/service.ts';
import { requireAbility } from '../activities/access-service.ts';
import { visibleActivity } from '../activities/service.ts';
import type { HoursChanged, Merged, VisitorErasing } from '../attendance/events.ts';
import { clearHours, hoursIn, hoursOf } from '../attendance/hours/service.ts';
import { attendanceOf, lockHelper, managedAttendance } from '../attendance/participants/service.ts';
import type { Caller } from '../attendance/policy.ts';
import {
  type CertificateRow,
  deleteOfPerson,
  findAccountOf,
  findByNumber,
  findValid,
  insertCertificate,
  listOfActivity,
  listOfAttendances,
  listOfPerson,
  lockValidOf,
  moveMerged,
  type PrintedCertificate,
  revoke,
  revokeAllWith,
  type Subject,
  withdraw,
} from './repository.ts';
import { contradicts, isCurrent, newNumber, type Printed, printedOf, selectUnderOneName } from './rules.ts';

const HOUR = 60 * 60;
/** Limits the CPU time of downloads, because a PDF takes about 100 ms of a core. */
export const downloadByOrigin: Limit = { name: 'certificate-download', times: 200, seconds: HOUR };
/** Prevents the guessing of numbers. */
const readByOrigin: Limit = { name: 'certificate-read', times: 300, seconds: HOUR };

const UNKNOWN_CERTIFICATE = 'No existe una constancia con ese número';
const NO_CERTIFICATE = 'Esta persona no tiene una constancia vigente';
const ERASED = 'Los datos de esta persona se borraron: ya no hay a nombre de quién dar la constancia';
/** Maximum number of activities on one certificate, which has about twenty pages then. */
const ACTIVITIES_MAX = 500;
const TOO_LONG = `Una constancia muestra máximo ${ACTIVITIES_MAX} actividades: elige un período más corto`;
const WRONG_PERIOD = 'El período debe comenzar antes de terminar';

const noHours = (sentence: string) => new AppError(409, 'NO_HOURS', sentence);
const NOT_CONFIRMED = 'Todavía no hay horas confirmadas: las confirma quien organiza la actividad';
const NONE_IN_PERIOD = 'No tienes horas confirmadas en ese período';

/**
 * The certificate of an attendance, for the attendee and for organisers: the valid one, or a new one if the content has changed.
 * Rejects with 404 and 403, and with 409 if no hours are confirmed or the attendee's name was erased.
 */
export async function certificateOf(
  platform: Platform,
  id: string,
  tokenHash: Buffer | undefined,
  caller: Caller,
): Promise<PrintedCertificate> {
  await attendanceOf(platform, id, tokenHash, caller);
  return platform.db.transaction(async tx => {
    const attendance = await lockHelper(tx, id);
    const helped = await hoursOf(platform, tx, id);
    if (helped === null) throw noHours(NOT_CONFIRMED);
    if (attendance.name === null) throw conflict(ERASED);
    const person = await findAccountOf(tx, attendance);
    const printed = printedOf(attendance.name, [helped]);
    return current(platform, tx, { attendanceId: id }, { printed, helped: [helped] }, person);
  });
}

/**
 * The certificate of the account's activities that start from one day to another. It contains the name of the attendances, because
 * an account may change its name at any time (docs/decisions/0039-hours-and-certificates.md).
 */
export async function periodCertificate(
  platform: Platform,
  { user }: Session,
  { from, until }: NonNullable<Printed['period']>,
): Promise<PrintedCertificate> {
  if (from !== null && until !== null && from > until) throw invalid([WRONG_PERIOD]);
  const { timeZone } = platform.settings;
  const start = from === null ? undefined : startOfDay(from, timeZone);
  const end = until === null ? undefined : startOfDay(daysAfter(until, 1), timeZone);
  return platform.db.transaction(async tx => {
    // The lock serialises concurrent downloads of one account.
    const account = await lockManagedAccount(tx, user.id);
    if (account === null) throw unauthenticated();
    const helped = await hoursIn(platform, tx, account, { start, end }, ACTIVITIES_MAX + 1);
    if (helped.length > ACTIVITIES_MAX) throw invalid([TOO_LONG]);
    const certified = selectUnderOneName(helped, account.username);
    if (certified === null) throw noHours(NONE_IN_PERIOD);
    const period = { from, until };
    const printed = printedOf(certified.name, certified.helped.toReversed(), period);
    const subject = { userId: user.id, period };
    return current(platform, tx, subject, { printed, helped: certified.helped }, account);
  });
}

/**
 * The valid certificate of a locked subject. If its content has changed, it is revoked and a new one issued. A new one also revokes
 * the person's certificates that contradict it. While an activity is in review its texts are hidden, and a certificate of before stays
 * valid. `person` is the account of the attendances, or null for a visitor.
 */
async function current(
  { clock, settings }: Pick<Platform, 'clock' | 'settings'>,
  tx: Transaction,
  subject: Subject,
  {
    printed,
    helped,
  }: { readonly printed: Printed; readonly helped: readonly { readonly isInReview: boolean }[] },
  person: Pick<Session['user'], 'id' | 'email'> | null,
): Promise<PrintedCertificate> {
  const valid = await findValid(tx, subject);
  const isInReview = helped.some(one => one.isInReview);
  if (valid !== null && (isInReview || isCurrent(valid.printed, printed))) return valid;
  const now = clock();
  const dayOf = (date: string) => localTime(new Date(date), settings.timeZone).slice(0, 'yyyy-mm-dd'.length);
  const others = person === null ? [] : await lockValidOf(tx, person);
  const contradicting = others.filter(other => contradicts(other.printed, printed, dayOf));
  await revoke(
    tx,
    [...(valid === null ? [] : [valid]), ...contradicting].map(({ id }) => id),
    now,
  );
  const of = 'attendanceId' in subject ? subject : { userId: subject.userId };
  return insertCertificate(tx, { ...of, number: newNumber(), printed, issuedAt: now });
}

/** A page of the valid certificates of an activity, for its organisers. */
export async function certificatesOf(
  platform: Platform,
  { user }: Session,
  activityId: string,
  paging: Paging,
) {
  const { activity } = await visibleActivity(platform, activityId, user.id);
  await requireAbility(platform.db, user.id, activity, 'manage');
  return listOfActivity(platform.db, activityId, paging);
}

/** Finds a certificate by its number in any notation. Rejects with 404. */
export async function readCertificate(
  { db, limits }: Platform,
  number: string,
  origin: string,
): Promise<CertificateRow> {
  await limits.count(readByOrigin, origin);
  const row = await findByNumber(db, certificateNumber(number));
  if (row === null) throw notFound(UNKNOWN_CERTIFICATE);
  return row;
}

/**
 * Revokes the certificate of an attendance, for its organisers, and clears its hours, because the attendee's next download would
 * issue a new one otherwise. Rejects with 404 if there is none.
 */
export async function revokeCertificate(platform: Platform, { user }: Session, id: string): Promise<void> {
  await managedAttendance(platform, id, user.id);
  await platform.db.transaction(async tx => {
    const attendance = await lockHelper(tx, id);
    if ((await findValid(tx, { attendanceId: id })) === null) throw notFound(NO_CERTIFICATE);
    await clearHours(platform, tx, attendance);
  });
}

/**
 * Subscriber of `hoursChanged`, `attendeeRenamed`, `attendeeReplaced` and `attendanceCancelled`: revokes the certificates of these
 * attendances, because their hours or names are no longer correct.
 */
export const revokeChanged = (
  { clock }: Pick<Platform, 'clock'>,
  tx: Transaction,
  changed: readonly HoursChanged[],
): Promise<void> => revokeAllWith(tx, changed, clock());

/** Subscriber of `attendancesMerged`: moves the certificates of the deleted attendance to the remaining one. */
export async function moveCertificates(
  { clock }: Pick<Platform, 'clock'>,
  tx: Transaction,
  merged: readonly Merged[],
): Promise<void> {
  for (const one of merged) await moveMerged(tx, one, clock());
}

/** Subscriber of `accountDeleting`: deletes the account's certificates, because they contain a name. */
export async function deleteCertificates(
  tx: Transaction,
  accounts: readonly AccountDeleting[],
): Promise<void> {
  for (const account of accounts) await deleteOfPerson(tx, account);
}

/** Subscriber of `visitorErasing`: erases the content of certificates. Their pages state that they were withdrawn. */
export const withdrawCertificates = (
  { clock }: Pick<Platform, 'clock'>,
  tx: Transaction,
  erasing: readonly VisitorErasing[],
): Promise<void> =>
  withdraw(
    tx,
    erasing.map(({ id }) => id),
    clock(),
  );

/** The certificates of a visitor's attendances. */
export const certificatesOfVisitor = (
  { db }: Pick<Platform, 'db'>,
  attendanceIds: readonly string[],
): Promise<CertificateRow[]> => listOfAttendances(db, attendanceIds);

/** All certificates of an account. */
export const ownCertificates = ({ db }: Platform, { user }: Session): Promise<CertificateRow[]> =>
  listOfPerson(db, user);
