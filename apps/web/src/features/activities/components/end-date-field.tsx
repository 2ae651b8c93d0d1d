import { DURATION_DAYS_MAX } from '@minga/contract/activity-values';
import { dayOf, daysLater, siteToday, timeOf } from '../picked-date.ts';
import { DateTimeField, type FieldControl } from './date-time-field.tsx';

interface Props extends FieldControl {
  /** The picked start, or empty. */
  start: string;
}

/** The end of an activity: on the day of its start or at most 14 days later. */
export function EndDateField({ start, ...field }: Props) {
  const firstDay = start === '' ? siteToday() : dayOf(start);
  return (
    <DateTimeField
      {...field}
      label="Hora de fin"
      notice={null}
      firstDay={firstDay}
      lastDay={daysLater(firstDay, DURATION_DAYS_MAX)}
      defaultTime={twoHoursAfter(timeOf(start))}
    />
  );
}

/** Of the same day. */
function twoHoursAfter(time: string | null): string {
  const [hour = 9, minute = 0] = (time ?? '09:00').split(':').map(Number);
  return `${String(Math.min(hour + 2, 23)).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}
