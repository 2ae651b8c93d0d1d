import 'dayjs/locale/es';
import '@mantine/dates/styles.css';
import { DatesProvider, DateTimePicker } from '@mantine/dates';
import { IconCalendarEvent } from '@tabler/icons-react';
import dayjs from 'dayjs';
import calendar from '../../../components/form/calendar.module.css';
import { calendarWords } from '../../../components/form/calendar-words.ts';
import { dayForKey, isChoosable } from '../../../components/form/day-for-key.ts';
import { useCalendarKeys } from '../../../components/form/use-calendar-keys.ts';
import { longDate } from '../../../lib/dates.ts';
import {
  dayOf,
  pastNotice,
  pickedText,
  proposedMoment,
  siteToday,
  timeOf,
  USUAL_HOUR,
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
  /** The date that the edited activity has, which may stay though it has passed. */
  keptDate: string | null;
}

const LABEL = 'Fecha y hora';

/** Day and hour of an activity, in Spanish, Monday first, no past days but the one that it has. */
export function DateField({ value, onChange, error, keptDate, ...field }: Props) {
  const today = siteToday();
  const keptDay = keptDate && dayOf(pickedText(keptDate));
  const choice = { today, keptDay };
  const notice = pastNotice(value);
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
        // A dialog has a name and a way out; Mantine's popover has neither.
        dropdownType="modal"
        modalProps={{
          title: LABEL,
          withCloseButton: true,
          padding: 'sm',
          xOffset: '0.5rem',
          onKeyDownCapture: keys.press,
        }}
        onClick={keys.begin}
        {...keys.calendar}
        value={value === '' ? null : value}
        onChange={picked => onChange(proposedMoment(picked ?? '', value))}
        error={error}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        description={notice && <span className={classes.notice}>{notice}</span>}
        // The picker moves what is before it to it, unasked.
        minDate={keptDay && keptDay < today ? keptDay : today}
        excludeDate={day => !isChoosable(day, choice)}
        // Also what a changed day takes over: without it, 9:00 again.
        defaultTimeValue={timeOf(value) ?? USUAL_HOUR}
        highlightToday
        hideOutsideDates
        // The picker's text has no zone; read and written as UTC it keeps its digits.
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
        ariaLabels={calendarWords}
      />
    </DatesProvider>
  );
}
