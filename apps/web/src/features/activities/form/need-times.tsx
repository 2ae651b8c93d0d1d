import { Button } from '@mantine/core';
import { useState } from 'react';
import { Controller, useFormState, useWatch } from 'react-hook-form';
import { HINT_LAST } from '../../../components/form/counted-text.tsx';
import { MomentInput } from '../../../components/form/moment-input.tsx';
import type { LineForm } from './activity-draft.ts';
import type { NeedDraft } from './draft-parts.ts';
import classes from './form.module.css';
import { dayOf, daysLater, timeOf } from './picked-date.ts';

interface Props {
  form: LineForm;
  index: number;
  need: NeedDraft;
  startsAtError: string | undefined;
  endsAtError: string | undefined;
}

/** When a task begins and ends: as times of the activity's day, or with days of its own. */
export function NeedTimes({ form, index, need, startsAtError, endsAtError }: Props) {
  const { isSubmitted } = useFormState({ control: form.control });
  const [date, endDate] = useWatch({ control: form.control, name: ['date', 'endDate'] });
  const [hasOwnDay, setHasOwnDay] = useState(false);
  const day = dayOf(date);
  const isOneDay = date !== '' && (endDate === '' || dayOf(endDate) === day);
  const endsSameDay = endDate !== '';
  const times = isOneDay && !hasOwnDay ? timesOn(day, need, endsSameDay) : null;
  const [starts, ends] = [`needs.${index}.startsAt`, `needs.${index}.endsAt`] as const;
  const early = startsBefore(need, date) && 'Empieza antes que la actividad';
  const late = endsAfter(need, endDate) && 'Termina después que la actividad';

  if (times === null)
    return (
      <div className={`stack ${classes.moments}`}>
        <MomentInput
          type="datetime-local"
          label="Empieza"
          inputWrapperOrder={HINT_LAST}
          description={early}
          {...form.register(starts)}
          error={startsAtError}
        />
        <MomentInput
          type="datetime-local"
          label="Termina"
          inputWrapperOrder={HINT_LAST}
          description={late}
          {...form.register(ends)}
          error={endsAtError}
        />
      </div>
    );

  function change(changed: Partial<typeof times>): void {
    const { startsAt, endsAt } = shiftMomentsOn(day, { from: '', to: '', ...times, ...changed }, endsSameDay);
    const options = { shouldDirty: true, shouldValidate: isSubmitted };
    form.setValue(starts, startsAt, options);
    form.setValue(ends, endsAt, options);
  }

  function chooseDay(): void {
    setHasOwnDay(true);
    // The other fields are rendered first.
    setTimeout(() => form.setFocus(starts));
  }

  return (
    <>
      <div className={`stack ${classes.times}`}>
        <Controller
          control={form.control}
          name={starts}
          render={({ field: { ref, onBlur }, fieldState }) => (
            <MomentInput
              type="time"
              label="Empieza"
              inputWrapperOrder={HINT_LAST}
              description={early}
              {...{ ref, onBlur }}
              value={times.from}
              error={fieldState.error?.message}
              onChange={event => change({ from: event.currentTarget.value })}
            />
          )}
        />
        <Controller
          control={form.control}
          name={ends}
          render={({ field: { ref, onBlur }, fieldState }) => (
            <MomentInput
              type="time"
              label="Termina"
              inputWrapperOrder={HINT_LAST}
              description={late || (endsNextDay(need) && 'Al día siguiente')}
              {...{ ref, onBlur }}
              value={times.to}
              error={fieldState.error?.message}
              onChange={event => change({ to: event.currentTarget.value })}
            />
          )}
        />
      </div>
      <Button variant="subtle" px={0} className={classes.ownDay} onClick={chooseDay}>
        Es otro día
      </Button>
    </>
  );
}

/** When a task begins and ends, as times of day (`09:00`); empty: not known. */
interface ShiftTimes {
  readonly from: string;
  readonly to: string;
}

/** The same as the texts of native inputs of day and time (`2026-12-05T09:00`). */
interface ShiftMoments {
  readonly startsAt: string;
  readonly endsAt: string;
}

/**
 * The moments of times that begin on `day`. A task that ends at an earlier time of day ends on the next day; not in an
 * activity that `endsSameDay`, where the contract rejects it as a wrong order.
 */
export const shiftMomentsOn = (
  day: string,
  { from, to }: ShiftTimes,
  endsSameDay: boolean,
): ShiftMoments => ({
  startsAt: from === '' ? '' : `${day}T${from}`,
  endsAt: to === '' ? '' : `${to < from && !endsSameDay ? daysLater(day, 1) : day}T${to}`,
});

/** The reverse; null for moments that times on `day` do not express. */
export function timesOn(
  day: string,
  { startsAt, endsAt }: ShiftMoments,
  endsSameDay: boolean,
): ShiftTimes | null {
  const times = { from: timeOf(startsAt) ?? '', to: timeOf(endsAt) ?? '' };
  const same = shiftMomentsOn(day, times, endsSameDay);
  return same.startsAt === startsAt && same.endsAt === endsAt ? times : null;
}

/** Whether a task ends on the day after the one on which it begins. */
export const endsNextDay = ({ startsAt, endsAt }: ShiftMoments): boolean =>
  startsAt !== '' && endsAt !== '' && dayOf(startsAt) < dayOf(endsAt);

/** Whether a task begins before its activity (a picker's text), or ends after it. Both are valid, but may not be meant. */
export const startsBefore = ({ startsAt }: ShiftMoments, start: string): boolean =>
  startsAt !== '' && start !== '' && startsAt < asMoment(start);
export const endsAfter = ({ endsAt }: ShiftMoments, end: string): boolean =>
  endsAt !== '' && end !== '' && endsAt > asMoment(end);

const asMoment = (picked: string): string => `${dayOf(picked)}T${timeOf(picked)}`;
