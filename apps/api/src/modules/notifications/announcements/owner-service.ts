import { SITE_NAME } from '@minga/contract/site-words';
import { settleAll, type Transaction } from '../../../platform/database/connection.ts';
import type { Platform } from '../../../platform/platform.ts';
import { hashToken } from '../../../platform/tokens.ts';
import type { AttendanceCancelled, AttendanceConfirmed, PeopleImported } from '../../attendance/events.ts';
import { countWaiting, insertAttendanceChanges } from '../delivery/repository.ts';
import { notify } from '../delivery/service.ts';
import { countTitled } from '../repository.ts';
import { hourBefore } from '../rules.ts';

/**
 * Subscriber of `attendanceConfirmed` and `attendanceCancelled`: notifies the organisers, in the bell on commit and by a digest
 * e-mail at most once an hour. Skips past activities and actions of the organiser.
 */
export async function notifyOwners(
  platform: Platform,
  tx: Transaction,
  type: 'attendance' | 'cancellation',
  changes: readonly (AttendanceConfirmed | AttendanceCancelled)[],
): Promise<void> {
  const now = platform.clock();
  const isConfirmed = type === 'attendance';
  const relevant = changes
    .filter(
      ({ activity, attendance, actorId }) =>
        // Changes of the waiting list are shown only in the list.
        attendance.status === 'confirmed' &&
        actorId !== activity.ownerId &&
        attendance.email !== activity.ownerEmail &&
        activity.date >= now,
    )
    .map(change => ({
      ...change,
      by: 'by' in change ? change.by : 'attendee',
      name: change.attendance.name ?? 'Alguien',
      dates: 'dates' in change ? change.dates : 1,
    }))
    // The first occurrence of a series carries the number of all occurrences; the others carry 0 and are skipped.
    .filter(({ dates }) => dates > 0);
  const changed = insertAttendanceChanges(
    tx,
    relevant.map(({ activity, attendance, name, by, dates }) => ({
      activityId: activity.id,
      attendanceId: attendance.id,
      name: dates === 1 ? name : `${name} (${dates} fechas)`,
      isConfirmed,
      isByAdmin: by === 'administrator',
      aboutHash: hashToken(subjectOf(attendance)),
      createdAt: now,
    })),
  );
  const notified = notify(
    platform,
    tx,
    relevant.map(({ activity, attendance, name, by, dates }) => ({
      type,
      about: subjectOf(attendance),
      userId: activity.ownerId,
      email: '',
      ...ownerText({
        isConfirmed,
        isByAdmin: by === 'administrator',
        name,
        companions: attendance.companions,
        title: activity.title,
        dates,
      }),
      taskId: activity.id,
      composeEmail: null,
    })),
  );
  await settleAll([changed, notified]);
}

/** Subscriber of `peopleImported`: notifies the author in the bell of a list that another organiser imported, once for the whole list. */
export const notifyOfImports = (
  platform: Platform,
  tx: Transaction,
  imports: readonly PeopleImported[],
): Promise<void> =>
  notify(
    platform,
    tx,
    imports
      .filter(({ activity, actorId }) => actorId !== activity.ownerId && activity.date >= platform.clock())
      .map(({ activity, people, actorName }) => ({
        type: 'attendance',
        userId: activity.ownerId,
        email: '',
        title: 'Nuevas asistencias',
        text: `${actorName} agregó a ${people} ${people === 1 ? 'persona' : 'personas'} a la lista de «${activity.title}».`,
        taskId: activity.id,
        composeEmail: null,
      })),
  );

/** Rate limit of notifications about new waiting lists, which would repeat if an attendee confirms and cancels repeatedly. */
const WAITING_LISTS_TOLD_AN_HOUR = 3;
const WAITING_LIST_TITLE = 'Hay lista de espera';

/**
 * Subscriber of `attendanceConfirmed`: notifies the organisers when a waiting list forms, in the bell on commit and in the gathered
 * e-mail. For a series that is confirmed in one step, it notifies of the first date with the number of dates.
 */
export async function notifyOfWaitingLists(
  platform: Platform,
  tx: Transaction,
  changes: readonly AttendanceConfirmed[],
): Promise<void> {
  const now = platform.clock();
  const waiting = Map.groupBy(
    changes.filter(
      ({ attendance, activity, actorId }) =>
        attendance.status === 'waiting' &&
        actorId !== activity.ownerId &&
        attendance.email !== activity.ownerEmail &&
        activity.date >= now,
    ),
    ({ activity }) => activity.id,
  );
  if (waiting.size === 0) return;
  const total = await countWaiting(tx, [...waiting.keys()]);
  const isNew = (id: string, parties: readonly AttendanceConfirmed[]) =>
    parties.reduce((people, { attendance }) => people + 1 + attendance.companions, 0) === total.get(id);
  const formed = [...waiting].flatMap(([id, parties]) => (isNew(id, parties) ? parties.slice(0, 1) : []));
  const [first] = formed;
  if (first === undefined) return;
  const { id: taskId, ownerId, title } = first.activity;
  const told = await countTitled(tx, { userId: ownerId, taskId, title: WAITING_LIST_TITLE }, hourBefore(now));
  if (told >= WAITING_LISTS_TOLD_AN_HOUR) return;
  await insertAttendanceChanges(
    tx,
    formed.map(({ activity, attendance }) => ({
      activityId: activity.id,
      attendanceId: attendance.id,
      name: attendance.name ?? '',
      isConfirmed: false,
      isWaiting: true,
      aboutHash: hashToken(subjectOf(attendance)),
      createdAt: now,
    })),
  );
  const dates = formed.length === 1 ? '' : ` en ${formed.length} fechas,`;
  await notify(platform, tx, [
    {
      // Type `place` has no push topic, so that devices show every notification.
      type: 'place',
      userId: ownerId,
      email: '',
      taskId,
      title: WAITING_LIST_TITLE,
      text: `Se llenó «${title}»${dates} y ya hay quien espera un cupo. Mira la lista: si caben más, sube los cupos.`,
      composeEmail: null,
    },
  ]);
}

/** The identifier by which erasure finds the texts that name an attendee. */
const subjectOf = ({ id, email }: AttendanceConfirmed['attendance']): string => email ?? id;

/** Title and text for the organiser, for example «Luz asistirá» or «Luz y 2 personas más asistirán». */
function ownerText({ isConfirmed, isByAdmin, name, companions, title, dates }: OwnerNotice): {
  title: string;
  text: string;
} {
  const people = companions === 1 ? `${name} y 1 persona más` : `${name} y ${companions} personas más`;
  const who = companions === 0 ? name : people;
  const attend = companions === 0 ? 'asistirá' : 'asistirán';
  const when = dates === 1 ? '' : `, en ${dates} fechas`;
  if (isConfirmed) return { title: 'Nueva asistencia', text: `${who} ${attend} a «${title}»${when}.` };
  if (isByAdmin) {
    const text = `Quien administra ${SITE_NAME} quitó a ${who} de la lista de «${title}».`;
    return { title: 'Asistencia eliminada', text };
  }
  return { title: 'Asistencia cancelada', text: `${who} ya no ${attend} a «${title}».` };
}

interface OwnerNotice {
  readonly isConfirmed: boolean;
  readonly isByAdmin: boolean;
  readonly name: string;
  readonly companions: number;
  readonly title: string;
  /** Number of the series' occurrences, or 1 for a single activity. */
  readonly dates: number;
}
