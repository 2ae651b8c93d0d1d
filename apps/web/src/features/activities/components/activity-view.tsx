import { Button } from '@mantine/core';
import type { Activity, WholeActivity } from '@minga/contract/activities';
import { locationRows } from '@minga/contract/location';
import { IconUserHeart } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { CalendarLink } from '../../../components/calendar-link.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { EventWhen } from '../../../components/event-when.tsx';
import { LocationFacts } from '../../../components/location-facts.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { ShareButton } from '../../../components/share-button.tsx';
import linkClasses from '../../../components/text-link.module.css';
import { WovenPicture } from '../../../components/woven-picture.tsx';
import { isSameDay, longDate } from '../../../lib/dates.ts';
import { now } from '../../../lib/now.ts';
import { isUnknown } from '../../../lib/unknown-row.ts';
import { useClientValue } from '../../../lib/use-client-value.ts';
import { isDeletedActivity, oneActivity } from '../api/one-activity.ts';
import { hasOthers } from '../series-text.ts';
import { isLocationHidden, LOCATION_HIDDEN } from '../state.ts';
import { useIsPast } from '../use-is-past.ts';
import { ActivityBadges } from './activity-badges.tsx';
import { ActivityDescription } from './activity-description.tsx';
import { ActivityFacts } from './activity-facts.tsx';
import classes from './activity-view.module.css';
import { ActivityViewBack } from './activity-view-back.tsx';
import { ActivityViewSkeleton } from './activity-view-skeleton.tsx';
import { DoorLink } from './door-link.tsx';
import { GoalList } from './goal-list.tsx';
import { NeedList } from './need-list.tsx';
import { OwnerActions } from './owner-actions.tsx';
import { PendingNotice } from './pending-notice.tsx';
import { RejectionNotice } from './rejection-notice.tsx';
import { SeriesLine } from './series-line.tsx';
import { TopicLinks } from './topic-links.tsx';

// Only for series, and not rendered by the server.
const SeriesDates = lazy(() =>
  import('./series-dates.tsx').then(module => ({ default: module.SeriesDates })),
);

// Only for organisers of an activity that administration has hidden.
const HiddenNotice = lazy(() =>
  import('./hidden-notice.tsx').then(module => ({ default: module.HiddenNotice })),
);

interface Props {
  id: string;
  attendance: (activity: Activity) => ReactNode;
  /** The button that deletes it, for organisers. */
  deletion?: (activity: Activity) => ReactNode;
  /** The memory of the activity. */
  memory?: (activity: Activity) => ReactNode;
  /** The button that reports it, at the end of the page. */
  report?: (activity: Activity) => ReactNode;
}

const REFRESH_MS = 15_000;
const hasCounters = (activity: Activity | undefined) =>
  activity !== undefined && (activity.places.free !== null || activity.hasNeeds);

/** /actividades/{id}: the public page of an activity. */
export function ActivityView({ id, attendance, deletion, memory, report }: Props) {
  const {
    data: activity,
    error,
    refetch,
  } = useQuery({
    ...oneActivity(id),
    // Places and needs change while the page is open.
    refetchInterval: ({ state }) => (hasCounters(state.data) ? REFRESH_MS : false),
  });
  const isHidden = activity !== undefined && isLocationHidden(activity);

  // The page is the same for every visitor; the call knows who has confirmed in this browser.
  useEffect(() => {
    if (isHidden) void refetch();
  }, [isHidden, refetch]);
  return (
    <>
      <ActivityViewBack />
      {activity && (
        <ActivityArticle
          activity={activity}
          attendance={attendance(activity)}
          deletion={activity.canManage && deletion?.(activity)}
          memory={memory?.(activity)}
          report={report?.(activity)}
        />
      )}
      {!activity && !error && <ActivityViewSkeleton />}
      {!activity &&
        error &&
        (isUnknown(error) ? (
          <ActivityNotFound isDeleted={isDeletedActivity(error)} />
        ) : (
          <ErrorPanel isWholePage error={error} retry={refetch} />
        ))}
    </>
  );
}

interface ArticleProps {
  activity: WholeActivity;
  attendance: ReactNode;
  deletion: ReactNode;
  memory: ReactNode;
  report: ReactNode;
}

function ActivityArticle({ activity, attendance, deletion, memory, report }: ArticleProps) {
  const hasPassed = useIsPast(activity);
  // People arrive after the start of an activity without an end.
  const isOver = hasPassed && !isSameDay(activity.date, now());
  const isPublished = activity.status !== 'rejected' && !activity.isHeld;
  const hasDates = useClientValue(hasOthers(activity), false);
  return (
    <article className={classes.activity}>
      <div className={classes.picture}>
        <WovenPicture of={activity} sizes="(max-width: 62rem) 100vw, 50rem" isUrgent />
      </div>
      <header className={classes.head}>
        <ActivityBadges activity={activity} />
        <PageHeading
          title={activity.title}
          // The dates of a series have one title; the server's document has the same (pages/activity-routes.ts).
          windowTitle={
            activity.series === null ? activity.title : `${activity.title}, ${longDate(activity.date)}`
          }
        />
        <TopicLinks activity={activity} />
        <PendingNotice activity={activity} />
        {activity.appeal ? (
          <Suspense>
            <HiddenNotice activity={activity} appeal={activity.appeal} />
          </Suspense>
        ) : (
          <RejectionNotice activity={activity} />
        )}
      </header>
      <aside className={classes.aside} aria-label="Cuándo y dónde">
        <EventWhen date={activity.date} endDate={activity.endDate} />
        <SeriesLine series={activity.series} />
        <div className={classes.actions}>
          {attendance}
          {!isOver && <DoorLink activity={activity} />}
          {activity.canManage && <OwnerActions activity={activity} />}
          {isOver && <DoorLink activity={activity} variant="default" />}
          {isPublished && <ShareButton title={activity.title} path={`/actividades/${activity._id}`} />}
          {isPublished && !hasPassed && <CalendarLink activityId={activity._id} />}
        </div>
        <ActivityFacts activity={activity} />
        <LocationFacts
          location={activity.location}
          rows={locationRows(activity)}
          note={isLocationHidden(activity) ? LOCATION_HIDDEN : null}
          mapLink={
            !activity.isLocationPrivate && (
              <Link to="/mapa" search={{ actividad: activity._id }} className={linkClasses.link}>
                Ver en el mapa
              </Link>
            )
          }
        />
        <p className={classes.organiser}>
          <IconUserHeart size={20} aria-hidden />
          <span>
            <span>{`${activity.collective === null ? 'Organiza' : 'La publicó'} `}</span>
            <strong>{activity.user.username}</strong>
          </span>
        </p>
        {deletion}
      </aside>
      <div className={classes.description}>
        {memory}
        <NeedList activity={activity} />
        <ActivityDescription text={activity.description} />
        <GoalList activity={activity} />
        {hasDates && activity.series && (
          <Suspense>
            <SeriesDates activity={activity} seriesId={activity.series._id} />
          </Suspense>
        )}
        {report}
      </div>
    </article>
  );
}

const ActivityNotFound = ({ isDeleted }: { isDeleted: boolean }) => (
  <>
    <PageHeading title={isDeleted ? 'Esta actividad fue eliminada' : 'No encontramos esta actividad'} />
    <EmptyState
      drawing="path"
      title="Por aquí no hay camino"
      text={
        isDeleted
          ? 'Quien la organizaba la eliminó: ya no se hará. Hay otras que te esperan.'
          : 'Puede que el enlace esté incompleto o que la actividad no esté publicada.'
      }
    >
      <Button renderRoot={props => <Link to="/actividades" {...props} />}>Buscar otra actividad</Button>
    </EmptyState>
  </>
);
