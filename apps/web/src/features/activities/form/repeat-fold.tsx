import { Checkbox, Input, NativeSelect, TextInput } from '@mantine/core';
import { type Frequency, weekdays } from '@minga/contract/series';
import { INTERVAL_MAX, OCCURRENCES_MAX, OCCURRENCES_MIN } from '@minga/contract/written-repeat';
import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { Chips } from '../../../components/form/chips.tsx';
import { useFieldState } from '../../../components/form/field-props.ts';
import { Fold } from '../../../components/form/fold.tsx';
import { MomentInput } from '../../../components/form/moment-input.tsx';
import { dayDate } from '../../../lib/dates/dates.ts';
import { repeatText, weekdayName } from '../model.ts';
import { type DraftForm, PARTS } from './activity-draft.ts';
import {
  firstMessage,
  previewText,
  type RepeatDraft,
  repeatedDays,
  repeatRule,
  weekdayOf,
} from './draft-parts.ts';
import classes from './form.module.css';
import { dayOf } from './picked-date.ts';

const frequencies = [
  { value: '', label: 'No se repite' },
  { value: 'weekly', label: 'Cada semana' },
  { value: 'daily', label: 'Cada día' },
  { value: 'monthly', label: 'Cada mes' },
];
const ENDS = [
  { value: 'count', label: 'Un número' },
  { value: 'until', label: 'Un día' },
];
const units: Record<Frequency, string> = { daily: 'días', weekly: 'semanas', monthly: 'meses' };
const intervals = Array.from({ length: INTERVAL_MAX }, (_, index) => String(index + 1));

/** 'Se repite': the rule of a series, with a preview of its dates. */
export function RepeatFold({ form }: { form: DraftForm }) {
  const { control, formState, setValue } = useFieldState(form, 'repeat');
  const [date, repeat] = useWatch({ control, name: ['date', 'repeat'] });
  const { frequency } = repeat;
  const set = (changes: Partial<typeof repeat>) =>
    setValue(
      'repeat',
      { ...repeat, ...changes },
      { shouldDirty: true, shouldValidate: formState.isSubmitted },
    );
  // Not with each change of the form: it counts and names up to sixty dates.
  const preview = useMemo(() => previewOf(repeat, date), [repeat, date]);
  const error = formState.errors.repeat && firstMessage(formState.errors.repeat);
  return (
    <Fold title="Se repite" summary={preview.summary} hasError={error !== undefined} group={PARTS}>
      <div className={classes.pair}>
        <NativeSelect
          size="md"
          label="Cada cuánto"
          data={frequencies}
          value={frequency}
          onChange={({ currentTarget }) => set({ frequency: currentTarget.value as typeof frequency })}
        />
        {frequency !== '' && (
          <NativeSelect
            size="md"
            label={
              <span>{`Cada cuántos ${units[frequency]}`.replace('cuántos semanas', 'cuántas semanas')}</span>
            }
            data={intervals}
            value={repeat.interval}
            onChange={({ currentTarget }) => set({ interval: currentTarget.value })}
          />
        )}
      </div>
      {frequency !== '' && (
        <>
          {frequency === 'weekly' && <Weekdays date={date} chosen={repeat.weekdays} onChange={set} />}
          <div className={classes.pair}>
            <NativeSelect
              size="md"
              label="Hasta cuándo"
              data={ENDS}
              value={repeat.end}
              onChange={({ currentTarget }) => set({ end: currentTarget.value as RepeatDraft['end'] })}
            />
            {repeat.end === 'count' ? (
              <TextInput
                label="Cuántas fechas"
                inputMode="numeric"
                autoComplete="off"
                placeholder={`De ${OCCURRENCES_MIN} a ${OCCURRENCES_MAX}`}
                value={repeat.count}
                // A typed number replaces it, also on a phone.
                onFocus={({ currentTarget }) => currentTarget.select()}
                onChange={({ currentTarget }) => set({ count: currentTarget.value })}
              />
            ) : (
              <MomentInput
                type="date"
                label="Último día"
                min={date === '' ? undefined : dayOf(date)}
                value={repeat.until}
                onChange={({ currentTarget }) => set({ until: currentTarget.value })}
              />
            )}
          </div>
          {error !== undefined && <Input.Error role="alert">{error}</Input.Error>}
          <p className="strong" aria-live="polite">
            {preview.sentence}
          </p>
          {preview.days.length > 0 && (
            <details className={classes.more}>
              <summary>Ver las fechas</summary>
              <Chips label="Fechas" items={preview.days} />
            </details>
          )}
          <p className="soft small">
            Cada fecha es una actividad, a la misma hora. Después cambias una, las que siguen o todas.
          </p>
        </>
      )}
    </Fold>
  );
}

interface WeekdaysProps {
  date: string;
  chosen: RepeatDraft['weekdays'];
  onChange: (changes: Pick<RepeatDraft, 'weekdays'>) => void;
}

/** The weekday of the date is always among them. */
function Weekdays({ date, chosen, onChange }: WeekdaysProps) {
  const own = weekdayOf(date);
  return (
    <fieldset className={`cluster ${classes.weekdays}`}>
      <legend>Qué días</legend>
      {weekdays.map(day => (
        <Checkbox
          key={day}
          size="md"
          classNames={{ body: classes.weekday, label: classes.weekdayLabel }}
          label={weekdayName(day)}
          checked={day === own || chosen.includes(day)}
          disabled={day === own}
          onChange={({ currentTarget }) =>
            onChange({
              weekdays: currentTarget.checked ? [...chosen, day] : chosen.filter(other => other !== day),
            })
          }
        />
      ))}
    </fieldset>
  );
}

const DAYS_SHOWN = 12;

function previewOf(repeat: RepeatDraft, date: string) {
  if (repeat.frequency === '') return { summary: '', sentence: '', days: [] };
  const rule = repeatRule.safeParse(repeat).data ?? null;
  if (rule === null) return { summary: 'Sí', sentence: 'Di hasta cuándo se repite.', days: [] };
  if (date === '')
    return { summary: repeatText(rule), sentence: 'Elige la fecha y la hora de la primera vez.', days: [] };
  const result = repeatedDays(rule, date);
  if ('problem' in result) return { summary: 'Sí', sentence: result.problem, days: [] };
  const text = previewText(result.days, rule, date);
  const shown = result.days.slice(0, DAYS_SHOWN).map(day => dayDate(`${day}T12:00:00Z`, 'UTC'));
  const more = result.days.length - shown.length;
  return { summary: text, sentence: text, days: more > 0 ? [...shown, `y ${more} más`] : shown };
}
