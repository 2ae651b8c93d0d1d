import type { Activity } from '@minga/contract/activities';
import { MapEntry } from './map-entry.tsx';
import classes from './map-view.module.css';

interface Props {
  activities: readonly Activity[];
  /** The entry under the pointer; null when the pointer leaves it. */
  onHover: (id: string | null) => void;
  onFocus: (id: string | null) => void;
}

/** What the map shows, for keyboards and screen readers too. An entry with the focus or the pointer highlights its point. */
export const MapList = ({ activities, onHover, onFocus }: Props) => (
  <section aria-label="Las actividades del mapa" className={classes.list}>
    <ul>
      {activities.map(activity => (
        <li
          key={activity._id}
          onPointerEnter={() => onHover(activity._id)}
          onPointerLeave={() => onHover(null)}
          onFocus={() => onFocus(activity._id)}
          onBlur={() => onFocus(null)}
        >
          <MapEntry activity={activity} />
        </li>
      ))}
    </ul>
  </section>
);
