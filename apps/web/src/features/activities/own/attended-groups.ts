import type { Activity } from '@minga/contract/activities';
import { endOf, phaseOf } from '@minga/contract/activity-phase';
import type { AttendanceWithActivity } from '@minga/contract/attendance';
import { codeVisibility } from '../../../lib/attendance/code-visibility.ts';
import { countActivities } from '../../../lib/attendance/own-attendances.ts';
import { isUnanswered } from '../../../lib/errors/is-unanswered.ts';

/** An activity that the user attends, with the attendance. */
export type Attended = AttendanceWithActivity;

interface AttendedGroups {
  /** Past, and the question how it was is open, the latest first. */
  readonly recent: readonly Activity[];
  /** They ended within twelve hours without the user's arrival, whose code the door still reads; the latest first. */
  readonly late: readonly Activity[];
  /** Upcoming entries that need an answer, are near, or come next. */
  readonly cards: readonly Activity[];
  /** The rest of what is to come; the dates of a series are one entry. */
  readonly later: readonly (readonly [Attended, ...Attended[]])[];
  /** The rest of the past, the latest first. */
  readonly past: readonly Attended[];
  /** How many are to come or in progress, a series once. */
  readonly upcoming: number;
}

/** So many cards come next; further ones are lines. */
const CARDS = 3;
/** The question how it was comes the day after. */
const RECENT_MS = 3 * 24 * 60 * 60 * 1000;

/** Divides attendances by ascending date for 'Voy a ir'. `hasQuestion`: the user can tell how the activity was. */
export function attendedGroups(
  attendances: readonly Attended[],
  hasQuestion: (activity: Activity) => boolean,
  now: Date,
): AttendedGroups {
  const rows = [...new Map(attendances.map(row => [row.task._id, row])).values()];
  const ended = rows.filter(({ task }) => phaseOf(task, now) === 'past').reverse();
  const upcoming = rows.filter(({ task }) => phaseOf(task, now) !== 'past');
  const isRecent = ({ task }: Attended) =>
    now.getTime() - endOf(task).getTime() < RECENT_MS && hasQuestion(task);
  const recent = ended.filter(isRecent);
  // Lists that an earlier version stored have no codes.
  const late = ended.filter(
    row => !recent.includes(row) && row.code && !row.checkedInAt && codeVisibility(row.task, now) !== 'gone',
  );
  const next = nextOf(upcoming, now);
  return {
    recent: recent.map(({ task }) => task),
    late: late.map(({ task }) => task),
    cards: next.map(({ task }) => task),
    later: bySeries(upcoming.filter(row => !next.includes(row))),
    past: ended.filter(row => !recent.includes(row) && !late.includes(row)),
    upcoming: countActivities(upcoming),
  };
}

/** Those of the upcoming that are shown as cards: of a series only the next date, unless another needs something or is near. */
function nextOf(upcoming: readonly Attended[], now: Date): readonly Attended[] {
  const firsts = upcoming.filter(({ task }, index) => {
    const id = task.series?._id;
    return id === undefined || upcoming.findIndex(other => other.task.series?._id === id) === index;
  });
  const comesNext = firsts.slice(0, CARDS);
  return upcoming.filter(
    row =>
      comesNext.includes(row) ||
      row.status !== 'confirmed' ||
      isUnanswered(row) ||
      codeVisibility(row.task, now) === 'shown',
  );
}

function bySeries(rows: readonly Attended[]): [Attended, ...Attended[]][] {
  const groups = new Map<string, [Attended, ...Attended[]]>();
  for (const row of rows) {
    const key = row.task.series?._id ?? row.task._id;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return [...groups.values()];
}
