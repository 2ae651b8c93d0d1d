import { Stack } from '@mantine/core';
import { DURATION_DAYS_MAX } from '@minga/contract/activity-values';
import { ChoiceButtons } from '../../../components/choice-buttons.tsx';
import { counted } from '../../../lib/digits.ts';
import { DEFAULT_TIME, dayOf, daysLater, hoursLater, siteToday, timeOf } from '../picked-date.ts';
import { DateTimeField, type FieldControl } from './date-time-field.tsx';

interface Props extends FieldControl {
  /** The picked start, or empty. */
  start: string;
}

/** Most activities last as long. */
const HOURS = [1, 2, 3, 4];

/** The end of an activity: so many hours after its start, or any time on the same day or at most 14 days later. */
export function EndDateField({ start, ...field }: Props) {
  const firstDay = start === '' ? siteToday() : dayOf(start);
  return (
    <Stack gap="sm">
      {start !== '' && (
        <ChoiceButtons
          legend="Cuánto dura"
          choices={HOURS.map(hours => ({
            value: hoursLater(start, hours),
            label: counted(hours, 'hora', 'horas'),
          }))}
          value={field.value}
          onChange={field.onChange}
        />
      )}
      <DateTimeField
        {...field}
        label="Hora de fin"
        notice={null}
        firstDay={firstDay}
        assumedDay={firstDay}
        lastDay={daysLater(firstDay, DURATION_DAYS_MAX)}
        defaultTime={twoHoursAfter(timeOf(start) ?? DEFAULT_TIME)}
      />
    </Stack>
  );
}

/** Of the same day. */
function twoHoursAfter(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return `${String(Math.min(hour + 2, 23)).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}
