import { type ReactNode, useId } from 'react';
import classes from './radio-list.module.css';

interface Props<Value extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly detail: ReactNode }[];
  readonly values: readonly Value[];
  readonly onChange: (values: Value[]) => void;
  readonly error: string | undefined;
}

/** Any of a few options, each in a row of its own. */
export function CheckboxList<Value extends string>({
  label,
  options,
  values,
  onChange,
  error,
}: Props<Value>) {
  const id = useId();
  const hasError = error !== undefined;
  const toggle = (value: Value) =>
    onChange(values.includes(value) ? values.filter(other => other !== value) : [...values, value]);
  return (
    <fieldset className={classes.list}>
      <legend className={classes.legend}>{label}</legend>
      {options.map(option => (
        <label key={option.value} className={classes.row}>
          <input
            type="checkbox"
            className={classes.input}
            checked={values.includes(option.value)}
            onChange={() => toggle(option.value)}
            aria-invalid={hasError}
            aria-describedby={hasError ? `${id}-error` : undefined}
          />
          <span>
            <span>{option.label}</span>
            <span className={classes.detail}>{option.detail}</span>
          </span>
        </label>
      ))}
      {hasError && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
