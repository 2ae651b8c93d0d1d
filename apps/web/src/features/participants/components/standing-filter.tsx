import type { Standing, standingChoices } from '../standing-filter.ts';
import classes from './standing-filter.module.css';

interface Props {
  choices: ReturnType<typeof standingChoices>;
  value: Standing;
  onChange: (standing: Standing) => void;
}

/** Shows only those with a place, an offered one or none; nothing where all have one. */
export const StandingFilter = ({ choices, value, onChange }: Props) =>
  choices.length === 0 ? null : (
    <fieldset className={classes.filter}>
      <legend className={classes.legend}>Mostrar</legend>
      {choices.map(({ standing, label }) => (
        <button
          key={standing}
          type="button"
          className={classes.choice}
          aria-pressed={standing === value}
          onClick={() => onChange(standing)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
