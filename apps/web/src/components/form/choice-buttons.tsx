import classes from './choice-buttons.module.css';

interface Props<Value extends string> {
  readonly legend: string;
  readonly choices: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly className?: string | undefined;
}

/** Buttons of which one is pressed. Not printed. */
export const ChoiceButtons = <Value extends string>({
  legend,
  choices,
  value,
  onChange,
  className,
}: Props<Value>) => (
  <fieldset className={`cluster ${classes.choices} ${className ?? ''}`}>
    <legend className={`soft fine ${classes.legend}`}>{legend}</legend>
    {choices.map(choice => (
      <button
        key={choice.value}
        type="button"
        className={`card ${classes.choice}`}
        aria-pressed={choice.value === value}
        onClick={() => onChange(choice.value)}
      >
        {choice.label}
      </button>
    ))}
  </fieldset>
);
