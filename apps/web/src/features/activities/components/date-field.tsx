import 'dayjs/locale/es';
import '@mantine/dates/styles.css';
import { DatesProvider, DateTimePicker } from '@mantine/dates';
import { IconCalendarEvent } from '@tabler/icons-react';
import dayjs from 'dayjs';
import { longDate } from '../../../lib/dates.ts';
import { siteToday } from '../activity-draft.ts';
import classes from './date-field.module.css';

interface Props {
  /** `2026-12-05 09:00:00`, or empty. */
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  name: string;
  ref: (element: HTMLButtonElement | null) => void;
  error: string | undefined;
}

const LABEL = 'Fecha y hora';

/** Day and hour of an activity, in Spanish, Monday first, no past days. */
export const DateField = ({ value, onChange, error, ...field }: Props) => (
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
      modalProps={{ title: LABEL, withCloseButton: true, padding: 'sm' }}
      value={value === '' ? null : value}
      onChange={picked => onChange(picked ?? '')}
      error={error}
      minDate={siteToday()}
      defaultTimeValue="09:00"
      highlightToday
      hideOutsideDates
      // The picker's text has no zone; read and written as UTC it keeps its digits.
      valueFormat={picked => longDate(dayjs.utc(picked).toDate(), 'UTC')}
      classNames={{
        input: classes.input,
        day: classes.day,
        calendarHeaderControl: classes.arrow,
        calendarHeaderLevel: classes.level,
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
      submitButtonProps={{ children: 'Listo', variant: 'filled', w: 'auto', px: 'md' }}
      ariaLabels={{
        nextMonth: 'Mes siguiente',
        previousMonth: 'Mes anterior',
        nextYear: 'Año siguiente',
        previousYear: 'Año anterior',
        nextDecade: 'Década siguiente',
        previousDecade: 'Década anterior',
      }}
    />
  </DatesProvider>
);
