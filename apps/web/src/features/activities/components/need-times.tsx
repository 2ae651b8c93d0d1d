import { Button, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { fieldProps } from '../../../components/form/field-props.ts';
import { MomentInput } from '../../../components/form/moment-input.tsx';
import type { ActivityDraft, DraftValues } from '../activity-draft.ts';
import type { NeedDraft } from '../need-draft.ts';
import { dayOf } from '../picked-date.ts';
import { endsAfter, endsNextDay, shiftMomentsOn, startsBefore, timesOn } from '../shift-times.ts';
import classes from './needs-fold.module.css';

interface Props {
  form: UseFormReturn<DraftValues, unknown, ActivityDraft>;
  index: number;
  need: NeedDraft;
}

const HINT_LAST: NonNullable<TextInputProps['inputWrapperOrder']> = [
  'label',
  'input',
  'error',
  'description',
];

/** When a task begins and ends: as times of the activity's day, or with days of its own. */
export function NeedTimes({ form, index, need }: Props) {
  const { date, endDate = '' } = useWatch({ control: form.control }) as DraftValues;
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
      <div className={classes.moments}>
        <MomentInput
          type="datetime-local"
          label="Empieza"
          inputWrapperOrder={HINT_LAST}
          description={early}
          {...fieldProps(form, starts)}
        />
        <MomentInput
          type="datetime-local"
          label="Termina"
          inputWrapperOrder={HINT_LAST}
          description={late}
          {...fieldProps(form, ends)}
        />
      </div>
    );

  function change(changed: Partial<typeof times>): void {
    const { startsAt, endsAt } = shiftMomentsOn(day, { from: '', to: '', ...times, ...changed }, endsSameDay);
    const options = { shouldDirty: true, shouldValidate: form.formState.isSubmitted };
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
      <div className={classes.times}>
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
