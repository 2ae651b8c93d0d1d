import type { Activity } from '@minga/contract/activities';
import { MapEntry } from './map-entry.tsx';
import classes from './map-view.module.css';

interface Props {
  activities: readonly Activity[];
  /** The entry under the pointer or with the focus; null when it is left. */
  onPoint: (id: string | null, isFocus: boolean) => void;
}

/** What the map shows, for keyboards and screen readers too. An entry with the focus or the pointer highlights its point. */
export const MapList = ({ activities, onPoint }: Props) => (
  <section aria-label="Las actividades del mapa" className={classes.list}>
    <ul>
      {activities.map(activity => (
        <li
          key={activity._id}
          onPointerEnter={() => onPoint(activity._id, false)}
          onPointerLeave={() => onPoint(null, false)}
          onFocus={() => onPoint(activity._id, true)}
          onBlur={() => onPoint(null, false)}
        >
          <MapEntry activity={activity} />
        </li>
      ))}
    </ul>
  </section>
);
