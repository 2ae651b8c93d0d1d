import type { Attendance, AttendanceWithActivity } from '@minga/contract/attendance';
import type { Arrival, Door } from '@minga/contract/check-ins';
import type { HelpedActivity, WithdrawnHours } from '@minga/contract/hours';
import type { PersonalAttendance } from '@minga/contract/personal-link';
import type { Place, SelfArrival } from '@minga/contract/self-check-in';
import { DELETED_NAME } from '@minga/contract/text';
import { presentChat, presentLocation, presentWhole } from '../activities/presenter.ts';
import type { ActivityRow } from '../activities/repository.ts';
import type { Role } from '../teams/policy.ts';
import type { PlaceView, SelfArrived } from './door/arriving-service.ts';
import type { ArrivalRow, DoorRow } from './door/repository.ts';
import type { HelpedRow, WithdrawnRow } from './hours/repository.ts';
import { isOrganiserAsked, lostHoursAdvice } from './hours/rules.ts';
import type { LinkedDate, LinkedRow } from './links/repository.ts';
import type { AttendedRow, OwnAttendanceRow } from './own/repository.ts';
import type { Answered, PartyView } from './places/party-service.ts';
import type { AttendanceRow, AttendanceView } from './repository.ts';
import { attendanceCode } from './rules.ts';

/** An attendance as its attendee sees it. */
export const presentAttendance = ({ row, position, claims }: AttendanceView): Attendance => ({
  _id: row.id,
  task: row.activityId,
  taskId: row.activityId,
  name: row.name ?? '',
  email: row.email ?? '',
  phone: row.phone ?? '',
  ...(row.userId !== null && { user: row.userId }),
  answers: [...row.answers],
  claims: [...claims],
  companions: row.companions,
  status: row.status,
  position,
  offerExpiresAt: row.offerExpiresAt?.toISOString() ?? null,
  ...presentAnswer(row),
  ...presentArrival(row),
  ...presentCheckedIn(row),
  createdAt: row.createdAt.toISOString(),
});

const presentAnswer = ({
  askedAgainAt,
  reconfirmedAt,
}: Pick<AttendanceRow, 'askedAgainAt' | 'reconfirmedAt'>) => ({
  askedAgainAt: askedAgainAt?.toISOString() ?? null,
  reconfirmed: reconfirmedAt === null ? null : (true as const),
});

/** The code is shown only while the place is confirmed. */
const presentArrival = ({
  status,
  code,
  checkedInAt,
  hours,
}: Pick<AttendanceRow, 'status' | 'code' | 'checkedInAt' | 'hours'>) => ({
  code: status === 'confirmed' ? attendanceCode.write(code) : null,
  checkedInAt: checkedInAt?.toISOString() ?? null,
  hours,
});

/** When the party arrived, and who registered it. */
const presentCheckedIn = ({
  checkedInAt,
  isSelfCheckedIn,
}: Pick<AttendanceRow, 'checkedInAt' | 'isSelfCheckedIn'>) => ({
  checkedInAt: checkedInAt?.toISOString() ?? null,
  checkedInBy: checkedInAt === null ? null : isSelfCheckedIn ? ('self' as const) : ('door' as const),
});

/** A deleted attendance, which has no code, position or claims. */
export const presentDeleted = (row: AttendanceRow): Attendance => ({
  ...presentAttendance({ row, position: null, claims: [] }),
  code: null,
});

/** A changed attendance, as the attendee or the organiser who changed it sees it. */
export const presentParty = (party: PartyView): Attendance =>
  party.by === 'organiser' ? presentParticipant(party) : presentAttendance(party);

/** An attendance after the answer to an offer or a request to reconfirm. */
export const presentAnswered = (answered: Answered) =>
  answered.isDeleted ? { deletedAttendance: presentDeleted(answered.row) } : presentParty(answered);

/**
 * The state of the caller's own attendance. `own` is null if there is none, or none that the caller has
 * proved.
 */
export const presentOwnState = (own: AttendanceView | null) => ({
  isAttending: own?.row.status === 'confirmed',
  status: own?.row.status ?? null,
  position: own?.position ?? null,
  offerExpiresAt: own?.row.offerExpiresAt?.toISOString() ?? null,
  ...presentAnswer(own?.row ?? { askedAgainAt: null, reconfirmedAt: null }),
});

/** The activities that the caller attends, and those at which all parties of the caller were checked in. */
export const presentAttended = (attended: readonly AttendedRow[]) => ({
  attending: attended.map(({ id }) => id),
  arrived: attended.flatMap(({ id: taskId, checkedInAt }) =>
    checkedInAt === null ? [] : [{ taskId, checkedInAt: checkedInAt.toISOString() }],
  ),
});

/**
 * An attendance in the organisers' list, which includes attendees whose account was deleted (docs/rules.md
 * R6.5).
 */
export const presentParticipant = (view: AttendanceView): Attendance => ({
  ...presentAttendance(view),
  name: view.row.name ?? DELETED_NAME,
  code: null,
});

/** The list of a door, without contact data. */
export const presentDoor = (
  { capacity, selfCheckIn, ...activity }: DoorActivity & Pick<ActivityRow['activity'], 'selfCheckIn'>,
  rows: readonly DoorRow[],
): Door => ({
  activity: { ...presentDoorActivity(activity), capacity, selfCheckIn },
  attendances: rows.map(({ code, hasHours, ...row }) => ({
    ...presentDoorEntry(row),
    ...presentCheckedIn(row),
    codeHash: attendanceCode.hash(code),
    ...(hasHours && { hasHours }),
  })),
});

/** The holder of a code, for the door. */
export const presentCodeHolder = ({ activity, attendance }: ArrivalRow): Arrival => ({
  activity: presentDoorActivity(activity),
  attendance: presentDoorEntry(attendance),
});

const presentDoorActivity = ({ id, title, date, endDate, place }: Omit<DoorActivity, 'capacity'>) => ({
  _id: id,
  title,
  place,
  date: date.toISOString(),
  endDate: endDate?.toISOString() ?? null,
});

const presentDoorEntry = ({
  id,
  name,
  companions,
  status,
  checkedInAt,
}: Omit<DoorRow, 'code' | 'hasHours' | 'isSelfCheckedIn'>) => ({
  _id: id,
  name: name ?? DELETED_NAME,
  companions,
  status,
  checkedInAt: checkedInAt?.toISOString() ?? null,
});

/** The activity of a place code and the caller's attendance. */
export const presentPlace = ({ activity, row }: PlaceView): Place => ({
  activity: presentDoorActivity(activity),
  attendance: row && {
    name: row.name ?? '',
    status: row.status,
    checkedInAt: row.checkedInAt?.toISOString() ?? null,
  },
});

/** The arrival of an attendee who checked in without the door. */
export const presentSelfArrival = ({ activity, row, checkedInAt }: SelfArrived): SelfArrival => ({
  attendanceId: row.id,
  name: row.name ?? '',
  checkedInAt: checkedInAt.toISOString(),
  activity: presentDoorActivity(activity),
});

type DoorActivity = Pick<ActivityRow['activity'], 'id' | 'title' | 'date' | 'endDate' | 'place' | 'capacity'>;

/** The viewer's own attendance with the activity as `viewerId` may see it. */
export const presentOwnAttendance = (
  { row, position, claims, roles, ...activity }: OwnAttendanceRow & { readonly roles: readonly Role[] },
  viewerId: string,
  now: Date,
): AttendanceWithActivity => ({
  ...presentAttendance({ row, position, claims }),
  task: presentWhole(activity, viewerId, now, { isConfirmed: row.status === 'confirmed', roles }),
});

/** Confirmed hours, for the person who helped. */
export const presentHelped = ({
  id,
  name: _name,
  activityId,
  date,
  endDate,
  checkedInAt,
  isDeleted,
  isInReview,
  ...row
}: HelpedRow & { readonly isDeleted: boolean }): HelpedActivity => ({
  _id: id,
  taskId: activityId,
  ...row,
  ...(isDeleted && { isDeleted: true as const }),
  ...(isInReview && { isInReview: true as const }),
  date: date.toISOString(),
  endDate: endDate?.toISOString() ?? null,
  checkedInAt: checkedInAt.toISOString(),
});

/** Withdrawn hours, for the person who helped. `settings` contains the contacts of the site. */
export function presentWithdrawn(
  {
    id,
    activityId,
    title,
    date,
    hours,
    withdrawnAt,
    withdrawnBecause,
    remainingHours,
    isOrganiserThere,
  }: WithdrawnRow,
  settings: Parameters<typeof lostHoursAdvice>[1],
): WithdrawnHours {
  const lost = { because: withdrawnBecause, isOrganiserThere };
  return {
    _id: id,
    title,
    date: date.toISOString(),
    hours: hours ?? 0,
    withdrawnAt: (withdrawnAt ?? date).toISOString(),
    ...(withdrawnBecause !== null && { reason: withdrawnBecause }),
    ...(remainingHours !== null && { remainingHours }),
    ...(isOrganiserAsked(lost) && { taskId: activityId }),
    advice: lostHoursAdvice(lost, settings),
  };
}

/** An attendance for the page of a personal link. */
export const presentPersonal = (
  { attendance, position, claims, activity, needs }: LinkedRow,
  isPublic: boolean,
  dates: readonly LinkedDate[],
): PersonalAttendance => ({
  _id: attendance.id,
  taskId: activity.id,
  name: attendance.name ?? '',
  email: attendance.email ?? '',
  phone: attendance.phone ?? '',
  task: {
    _id: activity.id,
    title: activity.title,
    date: activity.date.toISOString(),
    endDate: activity.endDate?.toISOString() ?? null,
    place: activity.place,
    ...presentLocation(activity, attendance.status === 'confirmed'),
    questions: [...activity.questions],
    needs: [...needs],
    needsRequired: activity.needsRequired,
    companionsMax: activity.companionsMax,
    chatUrl: presentChat(activity, attendance.status === 'confirmed'),
  },
  answers: [...attendance.answers],
  claims: [...claims],
  companions: attendance.companions,
  status: attendance.status,
  position,
  offerExpiresAt: attendance.offerExpiresAt?.toISOString() ?? null,
  ...presentAnswer(attendance),
  ...presentArrival(attendance),
  // A rejected activity has no code, nor has a deleted attendance, which is shown as one of a rejected
  // activity.
  ...(activity.status === 'rejected' && { code: null }),
  ...(attendance.addition !== null && { isAdded: true as const }),
  isPublic,
  coversEmail: dates.some(({ mailedTo }) => mailedTo !== null),
  dates: dates.map(({ taskId, date, status }) => ({ taskId, date: date.toISOString(), status })),
});
