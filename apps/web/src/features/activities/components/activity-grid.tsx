import type { Activity } from '@minga/contract/activities';
import { memo, type ReactNode } from 'react';
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
/** Cards that a phone shows of a list. */
const SEEN_FIRST = 2;

/** Cards in one to three columns, in blocks whose layout the browser skips while they are far from the viewport. */
export function ActivityGrid({ activities, isUrgent = false, ...shared }: Props) {
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
        <GridItem
          key={activity._id}
          activity={activity}
          isUrgent={isUrgent && number + index === 0}
          isLater={index >= SEEN_FIRST}
          {...shared}
        />
      ))}
    </ul>
  ));
}

interface ItemProps extends Omit<Props, 'activities'> {
  activity: Activity;
  isLater: boolean;
}

// Memoized, so that loading another page does not render the cards of the previous ones.
const GridItem = memo(({ activity, attendance, controls, isLater, ...shared }: ItemProps) => (
  <li {...(isLater && { className: classes.later, 'data-later': '' })}>
    <ActivityCard
      activity={activity}
      attendance={attendance?.(activity)}
      controls={controls?.(activity)}
      {...shared}
    />
  </li>
));
