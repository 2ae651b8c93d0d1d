import 'dayjs/locale/es';
import '@mantine/dates/styles.css';
import { DatesProvider, DateTimePicker } from '@mantine/dates';
import { IconCalendarEvent } from '@tabler/icons-react';
import dayjs from 'dayjs';
import calendar from '../../../components/form/calendar.module.css';
import { calendarLabels } from '../../../components/form/calendar-labels.ts';
import { dayForKey, isSelectable } from '../../../components/form/day-for-key.ts';
import { useCalendarKeys } from '../../../components/form/use-calendar-keys.ts';
import { longDate } from '../../../lib/dates.ts';
import { siteZoneName } from '../../../lib/site-zone-name.ts';
import {
  adjustPastHour,
  DEFAULT_TIME,
  dayOf,
  pastNotice,
  siteToday,
  timeOf,
  toPickerText,
} from '../picked-date.ts';
import classes from './date-field.module.css';

interface Props {
  /** `2026-12-05 09:00:00`, or empty. */
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  name: string;
  ref: (element: HTMLButtonElement | null) => void;
  error: string | undefined;
  /** The edited activity's date, which stays selectable even if it is past. */
  currentDate: string | null;
}

const LABEL = 'Fecha y hora';

/** The start of an activity. Past days are disabled except the current one of an edited activity. */
export function DateField({ value, onChange, error, currentDate, ...field }: Props) {
  const today = siteToday();
  const originalDay = currentDate && dayOf(toPickerText(currentDate));
  const choice = { today, originalDay };
  const zone = siteZoneName(new Date());
  const notice = pastNotice(value) ?? (zone === '' ? null : `Es la ${zone}, no la de tu aparato.`);
  const keys = useCalendarKeys(value === '' ? today : dayOf(value), (from, event) =>
    dayForKey(from, event, choice),
  );
  return (
    <DatesProvider settings={{ locale: 'es', firstDayOfWeek: 1 }}>
      <DateTimePicker
        {...field}
        label={LABEL}
        placeholder="Elige el día y la hora"
        required
        size="md"
        leftSection={<IconCalendarEvent size={20} aria-hidden />}
        // Unlike Mantine's popover, its modal has an accessible name and a close button.
        dropdownType="modal"
        modalProps={{
          title: LABEL,
          withCloseButton: true,
          padding: 'sm',
          xOffset: '0.5rem',
          onKeyDownCapture: keys.press,
        }}
        onClick={keys.reset}
        {...keys.calendar}
        value={value === '' ? null : value}
        onChange={picked => onChange(adjustPastHour(picked ?? '', value))}
        error={error}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        description={notice && <span className={classes.notice}>{notice}</span>}
        // Mantine moves a value before `minDate` to `minDate`.
        minDate={originalDay && originalDay < today ? originalDay : today}
        excludeDate={day => !isSelectable(day, choice)}
        // Mantine resets the time to this value when the day changes.
        defaultTimeValue={timeOf(value) ?? DEFAULT_TIME}
        highlightToday
        hideOutsideDates
        // The picker's text has no time zone; parsing and formatting it as UTC leaves the time unchanged.
        valueFormat={picked => longDate(dayjs.utc(picked).toDate(), 'UTC')}
        classNames={{
          input: calendar.input,
          day: calendar.day,
          calendarHeaderControl: calendar.arrow,
          calendarHeaderLevel: calendar.level,
        }}
        timePickerProps={{
          'aria-label': 'Hora',
          format: '12h',
          amPmLabels: { am: 'a. m.', pm: 'p. m.' },
          hoursInputLabel: 'Hora',
          minutesInputLabel: 'Minutos',
          amPmInputLabel: 'Mañana o tarde',
          classNames: { field: classes.time },
        }}
        submitButtonProps={{ children: 'Listo', variant: 'filled', w: 'auto', h: '2.875rem', px: 'md' }}
        ariaLabels={calendarLabels}
      />
    </DatesProvider>
  );
}
