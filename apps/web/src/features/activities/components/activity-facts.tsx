import type { Activity } from '@minga/contract/activities';
import { IconMapPin, IconUsers } from '@tabler/icons-react';
import classes from './activity-facts.module.css';

/** The place and the people responsible. */
export function ActivityFacts({ activity }: { activity: Pick<Activity, 'place' | 'responsible'> }) {
  const { place, responsible } = activity;
  return (
    <dl className={classes.facts}>
      <div>
        <dt>
          <IconMapPin size={20} aria-hidden />
          Lugar
        </dt>
        <dd>{place === '' ? 'Por confirmar' : place}</dd>
      </div>
      {responsible.length > 0 && (
        <div>
          <dt>
            <IconUsers size={20} aria-hidden />
            {responsible.length === 1 ? 'Responsable' : 'Responsables'}
          </dt>
          <dd>
            <ul className={classes.people}>
              {[...new Set(responsible)].map(name => (
                <li key={name}>{name}</li>
              ))}
            </ul>
          </dd>
        </div>
      )}
    </dl>
  );
}
