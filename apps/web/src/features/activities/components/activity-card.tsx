import { Button } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { EventWhen } from '../../../components/event-when.tsx';
import { WovenPicture } from '../../../components/woven-picture.tsx';
import { fromList } from '../list-origin.ts';
import { isPast } from '../state.ts';
import { titleId } from '../title-id.ts';
import { useHistoryDialog } from '../use-history-dialog.ts';
import { ActivityBadges } from './activity-badges.tsx';
import classes from './activity-card.module.css';
import { ActivityFacts } from './activity-facts.tsx';
import { RejectionNotice } from './rejection-notice.tsx';

interface Props {
  activity: Activity;
  /** Level of the title among the headings of its page. */
  order: 2 | 3;
  /** What the viewer can do about coming; cards of one's own activities have none. */
  attendance?: ReactNode;
  /** What its owner can do with it. */
  controls?: ReactNode;
  /** Its picture is the first that one sees of its page. */
  isUrgent?: boolean | undefined;
}

// The dialog's code comes while the pointer or the focus is on its way to the button.
const loadDetails = () => import('./activity-details.tsx');
const ActivityDetails = lazy(() => loadDetails().then(module => ({ default: module.ActivityDetails })));

/** As wide as the grid makes a card: one, two or three in a row. */
const SIZES = '(max-width: 42rem) 100vw, (max-width: 62rem) 50vw, 25rem';

/** One activity among others (spec 000 section 2, activity card). */
export function ActivityCard({ activity, order, attendance, controls, isUrgent = false }: Props) {
  const details = useHistoryDialog(`details-${activity._id}`);
  const headingId = titleId(activity);
  const Heading = `h${order}` as const;
  return (
    <article className={classes.card} aria-labelledby={headingId} data-past={isPast(activity) || undefined}>
      <div className={classes.picture}>
        <WovenPicture of={activity} sizes={SIZES} isUrgent={isUrgent} />
        <div className={classes.badges}>
          <ActivityBadges activity={activity} />
        </div>
      </div>
      <div className={classes.body}>
        <Heading id={headingId} className={classes.title}>
          <Link to="/actividades/$id" params={{ id: activity._id }} state={fromList} className={classes.link}>
            {activity.title}
          </Link>
        </Heading>
        <EventWhen date={activity.date} />
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
