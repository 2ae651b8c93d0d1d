import type { Activity } from '@minga/contract/activities';
import { IconMapPin, IconUsers } from '@tabler/icons-react';
import classes from './activity-facts.module.css';

/** Where, and who answers for it. */
export function ActivityFacts({ activity }: { activity: Pick<Activity, 'place' | 'responsible'> }) {
  const { place, responsible } = activity;
  return (
    <dl className={classes.facts}>
      <div className={classes.fact}>
        <IconMapPin size={20} aria-hidden className={classes.icon} />
        <dt>Lugar</dt>
        <dd>{place === '' ? 'Por confirmar' : place}</dd>
      </div>
      {responsible.length > 0 && (
        <div className={classes.fact}>
          <IconUsers size={20} aria-hidden className={classes.icon} />
          <dt>{responsible.length === 1 ? 'Responsable' : 'Responsables'}</dt>
          <dd>
            <ul className={classes.people}>
              {responsible.map(name => (
                <li key={name}>{name}</li>
              ))}
            </ul>
          </dd>
        </div>
      )}
    </dl>
  );
}
