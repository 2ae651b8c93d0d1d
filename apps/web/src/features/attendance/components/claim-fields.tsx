import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import { Checkbox, Input, NativeSelect, TextInput } from '@mantine/core';
import type { Need } from '@minga/contract/needs';
import { useEffect, useRef } from 'react';
import { needTimes } from '../../../lib/claims-text.ts';
import { counted, digits } from '../../../lib/digits.ts';
import { missingOf } from '../../../lib/missing-text.ts';
import { type ChosenClaims, claimable } from '../chosen-claims.ts';
import classes from './claim-fields.module.css';

interface Props {
  readonly needs: readonly Need[];
  /** Of the activity. */
  readonly date: string;
  /** The people of the party. */
  readonly size: number;
  readonly isRequired: boolean;
  /** What the party has claimed before. */
  readonly own?: ChosenClaims;
  readonly value: ChosenClaims;
  readonly onChange: (value: ChosenClaims) => void;
  readonly error: string | undefined;
}

/** 'En qué ayudas o qué llevas': what is missing of each need, to choose from. */
export function ClaimFields({ needs, date, size, isRequired, own = {}, value, onChange, error }: Props) {
  const open = needs.filter(need => claimable(need, size, own[need._id]) > 0);
  const fieldset = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    if (error !== undefined) fieldset.current?.querySelector<HTMLElement>('input, select')?.focus();
  }, [error]);

  return (
    <fieldset ref={fieldset} className={classes.fields}>
      <legend>
        ¿En qué ayudas o qué llevas?
        {isRequired && <span className={classes.required}> Elige al menos una.</span>}
      </legend>
      {open.length === 0 && <p className={classes.covered}>Ya está todo cubierto. ¡Gracias!</p>}
      {open.map(need => (
        <ClaimField
          key={need._id}
          need={need}
          date={date}
          max={claimable(need, size, own[need._id])}
          value={value[need._id] ?? 0}
          onChange={quantity => onChange({ ...value, [need._id]: quantity })}
        />
      ))}
      {error !== undefined && <Input.Error role="alert">{error}</Input.Error>}
    </fieldset>
  );
}

interface FieldProps {
  readonly need: Need;
  readonly date: string;
  readonly max: number;
  readonly value: number;
  readonly onChange: (quantity: number) => void;
}

/** More choices than these are typed. */
const LISTED_MAX = 12;

function ClaimField({ need, date, max, value, onChange }: FieldProps) {
  const left = missingOf(need);
  const missing = left === 1 ? 'Falta 1' : `Faltan ${digits(left)}`;
  const facts = [needTimes(need, date), left > 0 && missing, need.note];
  const description = facts.filter(Boolean).join(' · ');
  const chosen = Math.min(value, max);
  if (max === 1)
    return (
      <Checkbox
        size="md"
        label={need.name}
        description={description}
        classNames={{ body: classes.body, label: classes.label }}
        checked={chosen === 1}
        onChange={event => onChange(event.currentTarget.checked ? 1 : 0)}
      />
    );
  const shared = {
    label: need.name,
    description,
    inputWrapperOrder: ['label' as const, 'description' as const, 'input' as const],
  };
  const read = (text: string) => onChange(Math.max(0, Math.min(max, Math.trunc(Number(text)) || 0)));
  if (max > LISTED_MAX)
    return (
      <TextInput
        {...shared}
        type="number"
        inputMode="numeric"
        min={0}
        max={max}
        placeholder="0"
        value={chosen === 0 ? '' : chosen}
        onChange={event => read(event.currentTarget.value)}
      />
    );
  const [one, many] = need.kind === 'task' ? ['persona', 'personas'] : ['unidad', 'unidades'];
  return (
    <NativeSelect
      size="md"
      {...shared}
      value={String(chosen)}
      onChange={event => read(event.currentTarget.value)}
      data={Array.from({ length: max + 1 }, (_, count) => ({
        value: String(count),
        label: count === 0 ? 'No' : counted(count, one, many),
      }))}
    />
  );
}
