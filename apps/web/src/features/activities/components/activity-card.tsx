import { Button } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import { categoryNames } from '@minga/contract/category-names';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { EventWhen } from '../../../components/event-when.tsx';
import { WovenPicture } from '../../../components/woven-picture.tsx';
import { fromList } from '../list-origin.ts';
import { titleId } from '../title-id.ts';
import { useHistoryDialog } from '../use-history-dialog.ts';
import { useIsPast } from '../use-is-past.ts';
import { ActivityBadges } from './activity-badges.tsx';
import classes from './activity-card.module.css';
import { ActivityFacts } from './activity-facts.tsx';
import { RejectionNotice } from './rejection-notice.tsx';
import { SeriesLine } from './series-line.tsx';

interface Props {
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

/** The widths of a card in one, two and three columns. */
const SIZES = '(max-width: 42rem) 100vw, (max-width: 62rem) 50vw, 25rem';

/** The card of an activity in a list (docs/rules.md R3.10, activity card). */
export function ActivityCard({ activity, order, attendance, controls, isUrgent = false }: Props) {
  const details = useHistoryDialog(`details-${activity._id}`);
  const headingId = titleId(activity);
  const Heading = `h${order}` as const;
  return (
    <article
      className={classes.card}
      aria-labelledby={headingId}
      data-past={useIsPast(activity) || undefined}
    >
      <div className={classes.picture}>
        <WovenPicture of={activity} sizes={SIZES} isUrgent={isUrgent} />
        <div className={classes.badges}>
          <ActivityBadges activity={activity} />
        </div>
      </div>
      <div className={classes.body}>
        {activity.category !== null && <p className={classes.category}>{categoryNames[activity.category]}</p>}
        <Heading id={headingId} className={classes.title}>
          <Link to="/actividades/$id" params={{ id: activity._id }} state={fromList} className={classes.link}>
            {activity.title}
          </Link>
        </Heading>
        <EventWhen date={activity.date} endDate={activity.endDate} />
        <SeriesLine series={activity.series} />
        <ActivityFacts activity={activity} />
        <RejectionNotice activity={activity} />
        <div className={classes.actions}>
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
