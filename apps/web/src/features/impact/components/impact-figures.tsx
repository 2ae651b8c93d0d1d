import type { Impact } from '@minga/contract/impact';
import { digits } from '../../../lib/digits.ts';
import { hoursText } from '../impact-text.ts';
import classes from './impact-view.module.css';

/** The totals, and what goals have reached by unit. */
export function ImpactFigures({
  impact,
}: {
  impact: Pick<Impact, 'activities' | 'people' | 'hours' | 'goals'>;
}) {
  const { activities, people, hours, goals } = impact;
  const figures = [
    { name: activities === 1 ? 'actividad hecha' : 'actividades hechas', value: digits(activities) },
    { name: people === 1 ? 'persona que llegó' : 'personas que llegaron', value: digits(people) },
    { name: hours === 1 ? 'hora de ayuda' : 'horas de ayuda', value: hoursText(hours) },
  ];
  return (
    <>
      <ul className={classes.figures} aria-label="Totales">
        {figures.map(({ name, value }) => (
          <li key={name} className={classes.figure}>
            <span className={classes.value}>{value}</span>
            <span>{` ${name}`}</span>
          </li>
        ))}
      </ul>
      {goals.length > 0 && (
        <section aria-labelledby="reached" className={classes.part}>
          <h2 id="reached" className={classes.title}>
            Metas logradas
          </h2>
          <ul className={classes.goals}>
            {goals.map(({ unit, reached }) => (
              <li key={unit} className={classes.goal}>
                <strong>{digits(reached)}</strong>
                <span>{` ${unit}`}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
