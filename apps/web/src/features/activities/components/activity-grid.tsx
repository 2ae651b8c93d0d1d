import type { Activity } from '@minga/contract/activities';
import { memo, type ReactNode } from 'react';
import { ActivityCard } from './activity-card.tsx';
import classes from './activity-grid.module.css';

interface Props {
  activities: readonly Activity[];
  /** Level of the cards' headings. */
  order: 2 | 3;
  attendance?: ((activity: Activity) => ReactNode) | undefined;
  controls?: ((activity: Activity) => ReactNode) | undefined;
  /** The first card's picture is the first that one sees of its page. */
  isUrgent?: boolean;
}

/** Divisible by one, two and three columns: no row of cards ends early. */
const BLOCK_SIZE = 24;
/** Cards that a phone shows of a list. */
const SEEN_FIRST = 2;

/** Cards in one, two or three columns, in blocks that the browser lays out only when they come near the screen. */
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

// A page that is added to a long list draws its own cards alone.
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
