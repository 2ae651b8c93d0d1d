import { Checkbox, Input, NativeSelect, TextInput } from '@mantine/core';
import type { Claim, Need } from '@minga/contract/needs';
import { useEffect, useRef } from 'react';
import { needTimes } from '../../lib/attendance/claims-text.ts';
import { missingOf } from '../../lib/attendance/free-places-text.ts';
import { counted, digits } from '../../lib/digits.ts';
import { DOT } from '../../lib/dot.ts';
import { ApiError } from '../../lib/server/api.ts';
import classes from './attendance.module.css';

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
    <fieldset ref={fieldset} className={`stack ${classes.fields}`}>
      <legend>
        ¿En qué ayudas o qué llevas?
        {isRequired && <span className={classes.required}> Elige al menos una.</span>}
      </legend>
      {open.length === 0 && <p>Ya está todo cubierto. ¡Gracias!</p>}
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
  const description = facts.filter(Boolean).join(DOT);
  const chosen = Math.min(value, max);
  if (max === 1)
    return (
      <Checkbox
        size="md"
        label={need.name}
        description={description}
        classNames={{ body: classes.claimFieldsBody, label: classes.claimFieldsLabel }}
        checked={chosen === 1}
        onChange={event => onChange(event.currentTarget.checked ? 1 : 0)}
      />
    );
  const shared = { label: need.name, description };
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

const CLAIM_CODES = new Set(['NEED_REQUIRED', 'NEED_FULL', 'CLASH', 'PARTY_TOO_SMALL']);

/** Whether an error is about the choice of needs. */
export const isAboutClaims = (error: unknown): boolean =>
  error instanceof ApiError && CLAIM_CODES.has(error.code);

/** What is chosen of each need, by its id; absent: nothing. */
export type ChosenClaims = Readonly<Record<string, number>>;

/** The most that a party of `size` people may choose of a need, of which it has already claimed `own`. */
export const claimable = (need: Need, size: number, own = 0): number =>
  need.kind === 'task' ? Math.min(size, missingOf(need) + own) : missingOf(need) + own;

export const quantitiesByNeed = (claims: readonly Claim[]): ChosenClaims =>
  Object.fromEntries(claims.map(({ needId, quantity }) => [needId, quantity]));

/** What a request sends, not more than a party of `size` people may do. */
export const claimsOf = (needs: readonly Need[], chosen: ChosenClaims, size: number): Claim[] =>
  needs.flatMap(({ _id: needId, kind }) => {
    const wanted = chosen[needId] ?? 0;
    const quantity = kind === 'task' ? Math.min(size, wanted) : wanted;
    return quantity > 0 ? [{ needId, quantity }] : [];
  });
