import type { Activity } from '@minga/contract/activities';
import { memo, type ReactNode, Suspense } from 'react';
import { useStaggeredLayout } from '../use-staggered-layout.ts';
import { ActivityCard } from './activity-card.tsx';
import classes from './activity-grid.module.css';

interface Props {
  activities: readonly Activity[];
  /** Heading level of the cards. */
  order: 2 | 3;
  attendance?: ((activity: Activity) => ReactNode) | undefined;
  controls?: ((activity: Activity) => ReactNode) | undefined;
  /** The first card's image is above the fold and loaded eagerly. */
  isUrgent?: boolean;
}

/** Divisible by 1, 2 and 3 columns, so that every row of a block is full. */
const BLOCK_SIZE = 24;

/** Cards in one to three columns, in blocks whose layout the browser skips while they are far from the viewport. */
export function ActivityGrid({ activities, isUrgent = false, ...shared }: Props) {
  const laidOut = useStaggeredLayout(activities.length);
  const blocks = Array.from({ length: Math.ceil(activities.length / BLOCK_SIZE) }, (_, number) =>
    activities.slice(number * BLOCK_SIZE, (number + 1) * BLOCK_SIZE),
  );
  return blocks.map((block, number) => (
    <ul
      key={`block-${String(number)}`}
      className={classes.grid}
      data-full={block.length === BLOCK_SIZE || undefined}
    >
      {block.map((activity, index) => (
        <li key={activity._id} className={number * BLOCK_SIZE + index < laidOut ? undefined : classes.later}>
          <GridCard activity={activity} isUrgent={isUrgent && number + index === 0} {...shared} />
        </li>
      ))}
    </ul>
  ));
}

type CardProps = Omit<Props, 'activities'> & { activity: Activity };

/**
 * Memoized, so that loading another page does not render the cards of the previous ones. In a boundary of its own: React
 * hydrates the cards one by one, and the one that the user presses first.
 */
const GridCard = memo(({ activity, attendance, controls, ...shared }: CardProps) => (
  <Suspense>
    <ActivityCard
      activity={activity}
      attendance={attendance?.(activity)}
      controls={controls?.(activity)}
      {...shared}
    />
  </Suspense>
));
