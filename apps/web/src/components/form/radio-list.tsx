import { useId } from 'react';
import classes from './radio-list.module.css';

interface Option<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** What it means, in a second line. */
  readonly detail?: string | undefined;
}

interface Props<Value extends string> {
  readonly label: string;
  readonly options: readonly Option<Value>[];
  /** Null: none is chosen. */
  readonly value: Value | null;
  readonly onChange: (value: Value) => void;
  readonly error?: string | undefined;
}

/** One of a few options, each in a row of its own. */
export function RadioList<Value extends string>({ label, options, value, onChange, error }: Props<Value>) {
  const name = useId();
  return (
    <fieldset className={classes.list} aria-describedby={error && `${name}-error`}>
      <legend className={classes.legend}>{label}</legend>
      {options.map(option => (
        <label key={option.value} className={classes.row}>
          <input
            type="radio"
            name={name}
            className={classes.input}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            aria-invalid={error !== undefined || undefined}
            aria-describedby={option.detail === undefined ? undefined : `${name}-${option.value}`}
          />
          <span>
            <span>{option.label}</span>
            {option.detail !== undefined && (
              <span id={`${name}-${option.value}`} className={`soft small ${classes.detail}`}>
                {option.detail}
              </span>
            )}
          </span>
        </label>
      ))}
      {error !== undefined && (
        <p id={`${name}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
