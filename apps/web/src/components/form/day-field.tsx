import 'dayjs/locale/es';
import { DatePickerInput, DatesProvider } from '@mantine/dates';
import { IconCalendarEvent } from '@tabler/icons-react';
import { useRef } from 'react';
import classes from './calendar.module.css';
import { calendarLabels, calendarNames, dayForKey, useCalendarKeys } from './calendar-keys.ts';

interface Props {
  label: string;
  placeholder: string;
  className?: string | undefined;
  /** `2026-12-05`, or empty. */
  value: string;
  onChange: (value: string) => void;
  /** The day at which the calendar opens when no day is selected, in the format of `value`. */
  today: string;
}

/** Past and future. */
const ANY_DAY = { today: '', originalDay: null };

/** An optional day, in Spanish, with weeks that start on Monday. */
export function DayField({ label, value, onChange, today, ...field }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const keys = useCalendarKeys(value === '' ? today : value, (from, event) =>
    dayForKey(from, event, ANY_DAY),
  );
  return (
    <DatesProvider settings={{ locale: 'es', firstDayOfWeek: 1 }}>
      <DatePickerInput
        {...field}
        ref={button}
        label={label}
        size="md"
        leftSection={<IconCalendarEvent size={20} aria-hidden />}
        // A dialog has a name and a close button; Mantine's popover has neither.
        dropdownType="modal"
        modalProps={{
          title: label,
          withCloseButton: true,
          padding: 'sm',
          xOffset: '0.5rem',
          onKeyDownCapture: keys.press,
        }}
        onClick={keys.reset}
        {...keys.calendar}
        value={value === '' ? null : value}
        onChange={picked => {
          // The button that clears the day leaves the screen with it.
          if (picked === null) button.current?.focus();
          onChange(picked ?? '');
        }}
        clearable
        clearButtonProps={{ 'aria-label': `Quitar: ${label}` }}
        hideOutsideDates
        {...calendarNames}
        valueFormatter={({ date }) => (typeof date === 'string' ? calendarNames.getDayAriaLabel(date) : '')}
        classNames={{
          input: classes.input,
          day: classes.day,
          calendarHeaderControl: classes.arrow,
          calendarHeaderLevel: classes.level,
        }}
        ariaLabels={calendarLabels}
      />
    </DatesProvider>
  );
}
