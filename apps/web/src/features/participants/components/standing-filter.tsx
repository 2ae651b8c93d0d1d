import { ChoiceButtons } from '../../../components/choice-buttons.tsx';
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
    <ChoiceButtons
      legend="Mostrar"
      className={classes.filter}
      choices={choices.map(({ standing, label }) => ({ value: standing, label }))}
      value={value}
      onChange={onChange}
    />
  );
