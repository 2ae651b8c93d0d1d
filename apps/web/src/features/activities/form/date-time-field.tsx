import { DatesProvider, DateTimePicker } from '@mantine/dates';
import { useMergedRef } from '@mantine/hooks';
import { IconCalendarEvent } from '@tabler/icons-react';
import dayjs from 'dayjs';
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import calendar from '../../../components/form/calendar.module.css';
import {
  calendarLabels,
  calendarNames,
  dayForKey,
  isSelectable,
  useCalendarKeys,
} from '../../../components/form/calendar-keys.ts';
import { longDate } from '../../../lib/dates/dates.ts';
import classes from './form.module.css';
import { DEFAULT_TIME, dayOf, timeOf, withinDays } from './picked-date.ts';
import 'dayjs/locale/es';

/** What react-hook-form's Controller passes to a field. */
export interface FieldControl {
  /** `2026-12-05 09:00:00`, or empty. */
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  name: string;
  ref: (element: HTMLButtonElement | null) => void;
  error: string | undefined;
}

interface Props extends FieldControl {
  label: string;
  isRequired?: boolean;
  /** Below the field: the value is valid, but may not be meant. */
  notice: string | null;
  /** The first day that can be selected, for example today. */
  firstDay: string;
  lastDay?: string | undefined;
  /** An earlier day that can be selected, or null. */
  originalDay?: string | null;
  /** The time of a day that is picked first. */
  defaultTime?: string;
  /** The day of a time that is accepted without picking a day; without it the dialog asks for the day. */
  assumedDay?: string;
}

const NO_DAY = 'Falta el día: elígelo en el calendario.';
const NO_TIME = 'La hora está incompleta: escribe la hora, los minutos y a. m. o p. m.';

/** A day and a time, picked in a dialog. */
export function DateTimeField({
  label,
  isRequired = false,
  notice,
  firstDay,
  lastDay,
  originalDay = null,
  defaultTime = DEFAULT_TIME,
  assumedDay,
  value,
  onChange,
  error,
  ref,
  ...field
}: Props) {
  const button = useRef<HTMLButtonElement>(null);
  // Mantine moves a value before `minDate` to its start.
  const minDate = originalDay && originalDay < firstDay ? originalDay : firstDay;
  const choice = { today: firstDay, originalDay, lastDay };
  const keys = useCalendarKeys(value === '' ? firstDay : dayOf(value), (from, event) =>
    dayForKey(from, event, choice),
  );

  // The time as typed, complete or empty, until a day is picked: Mantine puts such a time on today, which may not be meant.
  const [typed, setTyped] = useState<string | null>(null);
  const isTyping = useRef(false);
  const [problem, setProblem] = useState<string | null>(null);

  function type(time: string): void {
    setTyped(time);
    setProblem(null);
    // Mantine calls `onChange` next if the time is complete.
    isTyping.current = time !== '';
  }

  function change(picked: string | null): void {
    const isTime = isTyping.current;
    isTyping.current = false;
    setProblem(null);
    if (picked !== null && value === '' && isTime) {
      if (assumedDay !== undefined) onChange(`${assumedDay} ${timeOf(picked)}:00`);
      return;
    }
    // Mantine completes the time of a picked day.
    setTyped(null);
    onChange(picked === null ? '' : withinDays(picked, minDate, lastDay));
    // The button that removed the date is gone.
    if (picked === null) button.current?.focus();
  }

  const shownTime = timeOf(value) ?? (typed || defaultTime);

  /** Keeps the dialog open and says what is missing: closed, it would drop what was typed. */
  function accept(event: KeyboardEvent | MouseEvent): void {
    const isIncomplete = typed === '';
    if (!isIncomplete && value !== '') return;
    if (!isIncomplete && assumedDay !== undefined) {
      onChange(`${assumedDay} ${shownTime}:00`);
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    setProblem(isIncomplete ? NO_TIME : NO_DAY);
    const dialog = (event.target as Element).closest('[role="dialog"]');
    dialog?.querySelector<HTMLElement>(isIncomplete ? 'input' : '[data-day][tabindex="0"]')?.focus();
  }

  function open(): void {
    keys.reset();
    setProblem(null);
    // An incomplete time is replaced by the one that the dialog shows.
    if (typed === '') setTyped(null);
  }

  return (
    <DatesProvider settings={{ locale: 'es', firstDayOfWeek: 1 }}>
      <DateTimePicker
        {...field}
        ref={useMergedRef(ref, button)}
        label={label}
        placeholder="Elige el día y la hora"
        required={isRequired}
        clearable={!isRequired}
        clearButtonProps={{ 'aria-label': `Quitar: ${label.toLowerCase()}` }}
        size="md"
        leftSection={<IconCalendarEvent size={20} aria-hidden />}
        // Unlike Mantine's popover, its modal has an accessible name and a close button.
        dropdownType="modal"
        modalProps={{
          title: label,
          withCloseButton: true,
          padding: 'sm',
          xOffset: '0.5rem',
          onKeyDownCapture: event => {
            keys.press(event);
            // In a field of the time it does the same as the button.
            if (event.key === 'Enter' && event.target instanceof HTMLInputElement) accept(event);
          },
        }}
        onClick={open}
        {...keys.calendar}
        {...calendarNames}
        value={value === '' ? null : value}
        onChange={change}
        error={error}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        description={notice && <span className={classes.notice}>{notice}</span>}
        minDate={minDate}
        // Without a time Mantine moves every time of the last day to its start.
        {...(lastDay !== undefined && { maxDate: `${lastDay} 23:59:59` })}
        excludeDate={day => !isSelectable(day, choice)}
        // Mantine resets the time to this value when the day changes.
        defaultTimeValue={shownTime}
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
          onChange: type,
          error: problem,
          errorProps: { role: 'alert' },
          classNames: { field: classes.time, error: classes.problem },
        }}
        submitButtonProps={{
          children: 'Listo',
          variant: 'filled',
          w: 'auto',
          h: '2.875rem',
          px: 'md',
          // Mantine closes the dialog on the click.
          onClickCapture: accept,
        }}
        ariaLabels={calendarLabels}
      />
    </DatesProvider>
  );
}
