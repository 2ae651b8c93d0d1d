import { Button } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import { categoryNames } from '@minga/contract/category-names';
import { COUNTED_MAX } from '@minga/contract/search-values';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, memo, type ReactNode, Suspense, useCallback } from 'react';
import { WovenPicture } from '../../components/brand/weave.tsx';
import { EventWhen } from '../../components/event-when.tsx';
import { LoadMore } from '../../components/page/load-more.tsx';
import { ActivityBadges, ActivityFacts, RejectionNotice, SeriesLine } from './activity-facts.tsx';
import classes from './cards.module.css';
import { PAGE_SIZE } from './lists-api.ts';
import { fromList, titleId, useIsPast } from './model.ts';
import { useHistoryDialog } from './use-history-dialog.ts';

interface Props {
  list: UseInfiniteQueryResult<{ rows: Activity[]; total: number }>;
  /** The number of first rows that are shown elsewhere. */
  skipped?: number;
  /** Must be memoized, like `controls`: the cards are rendered again when it changes. */
  attendance?: (activity: Activity) => ReactNode;
  /** The owner's controls. */
  controls?: (activity: Activity) => ReactNode;
  /** Heading level of the cards. */
  order?: 2 | 3;
  /** Loads further pages with the button only: infinite scrolling would make the content below unreachable. */
  isByButton?: boolean;
  /** The first card's image is above the fold and loaded eagerly. */
  isUrgent?: boolean;
}

/** The cards of a paged list; nothing while it is loading or empty. */
export function PagedGrid({
  list,
  skipped = 0,
  attendance,
  controls,
  order = 2,
  isByButton = false,
  isUrgent = false,
}: Props) {
  const { data, fetchNextPage } = list;
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  if (data === undefined || data.rows.length === 0) return null;
  return (
    <>
      <ActivityGrid
        activities={skipped > 0 ? data.rows.slice(skipped) : data.rows}
        order={order}
        isUrgent={isUrgent}
        attendance={attendance}
        controls={controls}
      />
      {data.total > PAGE_SIZE && (
        <LoadMore
          shown={data.rows.length}
          total={data.total}
          countedMax={COUNTED_MAX}
          hasMore={list.hasNextPage}
          isLoading={list.isFetchingNextPage}
          hasFailed={list.isFetchNextPageError}
          isByButton={isByButton}
          onMore={more}
        />
      )}
    </>
  );
}

interface ActivityGridProps {
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
export function ActivityGrid({ activities, isUrgent = false, ...shared }: ActivityGridProps) {
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
        <li key={activity._id}>
          <GridCard activity={activity} isUrgent={isUrgent && number + index === 0} {...shared} />
        </li>
      ))}
    </ul>
  ));
}

type CardProps = Omit<ActivityGridProps, 'activities'> & { activity: Activity };

/**
 * Memoized, so that loading another page does not render the cards of the previous ones. In a boundary of its own, so that a card whose
 * code is still loading hides no other.
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

interface ActivityCardProps {
  activity: Activity;
  /** Heading level of the title. */
  order: 2 | 3;
  /** The attendance controls; omitted on the user's own activities. */
  attendance?: ReactNode;
  /** The owner's controls, or an attendee's further ones. */
  controls?: ReactNode;
  /** The image is above the fold and loaded eagerly. */
  isUrgent?: boolean | undefined;
}

// The dialog's chunk is preloaded on hover and focus.
const loadDetails = () => import('./activity-details.tsx');
const ActivityDetails = lazy(() => loadDetails().then(module => ({ default: module.ActivityDetails })));

/** The widths of a card's picture in one, two and three columns. */
const SIZES = '(max-width: 42rem) 5.5rem, (max-width: 62rem) 50vw, 25rem';

/** The card of an activity in a list (docs/rules.md R3.10, activity card). */
export function ActivityCard({ activity, order, attendance, controls, isUrgent = false }: ActivityCardProps) {
  const details = useHistoryDialog(`details-${activity._id}`);
  const headingId = titleId(activity);
  const Heading = `h${order}` as const;
  return (
    <article
      className={`card rising ${classes.card}`}
      aria-labelledby={headingId}
      data-past={useIsPast(activity) || undefined}
      data-own={(controls !== undefined && attendance === undefined) || undefined}
    >
      <div className={classes.activityCardPicture}>
        <WovenPicture of={activity} sizes={SIZES} isUrgent={isUrgent} />
        <div className={classes.badges}>
          <ActivityBadges activity={activity} />
        </div>
      </div>
      <div className={classes.body}>
        {activity.category !== null && (
          <p className={`soft fine strong ${classes.category}`}>{categoryNames[activity.category]}</p>
        )}
        <Heading id={headingId} className={classes.title}>
          <Link to="/actividades/$id" params={{ id: activity._id }} state={fromList} className="cover">
            {activity.title}
          </Link>
        </Heading>
        <div className={classes.when}>
          <EventWhen date={activity.date} endDate={activity.endDate} />
        </div>
        <SeriesLine series={activity.series} />
        <ActivityFacts activity={activity} />
        <RejectionNotice activity={activity} />
        <div className={classes.activityCardActions}>
          {attendance}
          {controls}
          <Button
            variant="default"
            fullWidth
            onClick={details.open}
            onPointerEnter={loadDetails}
            onFocus={loadDetails}
            aria-describedby={headingId}
          >
            Ver Detalles
          </Button>
        </div>
      </div>
      {details.isMounted && (
        <Suspense>
          <ActivityDetails activity={activity} isOpen={details.isOpen} onClose={details.close} />
        </Suspense>
      )}
    </article>
  );
}
