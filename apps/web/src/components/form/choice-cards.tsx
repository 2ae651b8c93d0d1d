import { useId } from 'react';
import classes from './choice-cards.module.css';

interface Props<Value extends string> {
  legend: string;
  options: readonly { readonly value: Value; readonly label: string; readonly description: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** One of a few options, each with its explanation. */
export function ChoiceCards<Value extends string>({ legend, options, value, onChange }: Props<Value>) {
  const id = useId();
  return (
    <fieldset className={classes.choices}>
      <legend className={classes.legend}>{legend}</legend>
      {options.map(option => (
        <label key={option.value} className={classes.choice}>
          <input
            type="radio"
            name={id}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            aria-describedby={`${id}-${option.value}`}
          />
          <span>
            <span className={classes.name}>{option.label}</span>
            <span id={`${id}-${option.value}`} className={classes.description}>
              {option.description}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
