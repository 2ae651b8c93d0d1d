import type { Activity } from '@minga/contract/activities';
import type { ReactNode } from 'react';
import { ActivityCard } from './activity-card.tsx';
import classes from './activity-grid.module.css';

interface Props {
  activities: readonly Activity[];
  /** Level of the cards' headings. */
  order: 2 | 3;
  attendance?: (activity: Activity) => ReactNode;
  /** Dimmed while newer results are on their way. */
  isStale?: boolean;
}

/** Cards in one, two or three columns. */
export const ActivityGrid = ({ activities, order, attendance, isStale = false }: Props) => (
  <ul className={classes.grid} data-stale={isStale || undefined}>
    {activities.map(activity => (
      <li key={activity._id}>
        <ActivityCard activity={activity} order={order} attendance={attendance?.(activity)} />
      </li>
    ))}
  </ul>
);
