import classes from './list-filter.module.css';

interface Props<Value extends string> {
  readonly choices: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly className?: string | undefined;
}

/** Buttons that choose which rows of a list are shown; one of them is pressed. Not printed. */
export const ListFilter = <Value extends string>({ choices, value, onChange, className }: Props<Value>) => (
  <fieldset className={className === undefined ? classes.filter : `${classes.filter} ${className}`}>
    <legend className={classes.legend}>Mostrar</legend>
    {choices.map(choice => (
      <button
        key={choice.value}
        type="button"
        className={classes.choice}
        aria-pressed={choice.value === value}
        onClick={() => onChange(choice.value)}
      >
        {choice.label}
      </button>
    ))}
  </fieldset>
);
