import type { Activity } from '@minga/contract/activities';
import type { ReactNode } from 'react';
import { ActivityCard } from './activity-card.tsx';
import classes from './activity-grid.module.css';

interface Props {
  activities: readonly Activity[];
  /** Level of the cards' headings. */
  order: 2 | 3;
  attendance?: (activity: Activity) => ReactNode;
}

/** Cards in one, two or three columns. */
export const ActivityGrid = ({ activities, order, attendance }: Props) => (
  <ul className={classes.grid}>
    {activities.map(activity => (
      <li key={activity._id}>
        <ActivityCard activity={activity} order={order} attendance={attendance?.(activity)} />
      </li>
    ))}
  </ul>
);
