import type { Activity } from '@minga/contract/activities';
import { IconHandStop, IconMapPin, IconTicket, IconUserHeart, IconUsers } from '@tabler/icons-react';
import { missingSummary } from '../../../lib/missing-text.ts';
import { distanceText } from '../distance-text.ts';
import { placesText } from '../places-text.ts';
import { useIsOngoing, useIsPast } from '../use-is-past.ts';
import classes from './activity-facts.module.css';
import { CollectiveLink } from './collective-link.tsx';

interface Props {
  activity: Pick<
    Activity,
    | 'date'
    | 'endDate'
    | 'place'
    | 'responsible'
    | 'places'
    | 'hasWaitingList'
    | 'missing'
    | 'collective'
    | 'distanceKm'
  >;
}

/** The location, the collective, the people responsible, and how many places are left and what is missing, if the organiser says so. */
export function ActivityFacts({ activity }: Props) {
  const isPast = useIsPast(activity);
  const isOngoing = useIsOngoing(activity);
  // Sign-up ends when it begins.
  const left = isPast || isOngoing ? null : placesText(activity);
  const missing = missingSummary(activity.missing);
  const { place, responsible, collective, distanceKm } = activity;
  return (
    <dl className={classes.facts}>
      <div>
        <dt>
          <IconMapPin size={20} aria-hidden />
          Lugar
        </dt>
        <dd>
          {`${place === '' ? 'Por confirmar' : place}${distanceKm !== undefined ? `, ${distanceText(distanceKm)}` : ''}`}
        </dd>
      </div>
      {collective && (
        <div>
          <dt>
            <IconUserHeart size={20} aria-hidden />
            Organiza
          </dt>
          <dd>
            <CollectiveLink collective={collective} />
          </dd>
        </div>
      )}
      {responsible.length > 0 && (
        <div>
          <dt>
            <IconUsers size={20} aria-hidden />
            <span>{responsible.length === 1 ? 'Responsable' : 'Responsables'}</span>
          </dt>
          <dd>
            <ul className={classes.people}>
              {[...new Set(responsible)].map((name, index, { length }) => (
                // Text, since what a style sheet adds is not copied.
                <li key={name}>{index < length - 1 ? `${name}, ` : name}</li>
              ))}
            </ul>
          </dd>
        </div>
      )}
      {left !== null && (
        <div>
          <dt>
            <IconTicket size={20} aria-hidden />
            Cupos
          </dt>
          <dd>{left}</dd>
        </div>
      )}
      {missing !== null && !isPast && (
        <div>
          <dt>
            <IconHandStop size={20} aria-hidden />
            Qué falta
          </dt>
          <dd>{missing}</dd>
        </div>
      )}
    </dl>
  );
}
