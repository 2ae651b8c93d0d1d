import { Button, Skeleton, VisuallyHidden } from '@mantine/core';
import type { Activity, WholeActivity } from '@minga/contract/activities';
import { locationRows } from '@minga/contract/location';
import { IconArrowLeft, IconUserHeart } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { lazy, type MouseEvent, type ReactNode, Suspense, useEffect, useState } from 'react';
import { WovenPicture } from '../../../components/brand/weave.tsx';
import { CalendarLink } from '../../../components/calendar-link.tsx';
import { EventWhen } from '../../../components/event-when.tsx';
import { LocationFacts } from '../../../components/location-facts.tsx';
import { EmptyState } from '../../../components/page/empty-state.tsx';
import { ErrorPanel } from '../../../components/page/error-panel.tsx';
import { LoadingStatus } from '../../../components/page/loading-status.tsx';
import { PageHeading } from '../../../components/page/page-heading.tsx';
import { ShareButton } from '../../../components/share-button.tsx';
import { needTimes } from '../../../lib/attendance/claims-text.ts';
import { missingOf, missingText } from '../../../lib/attendance/free-places-text.ts';
import { isSameDay, longDate } from '../../../lib/dates/dates.ts';
import { now } from '../../../lib/dates/now.ts';
import { isUnknown } from '../../../lib/errors/unknown-row.ts';
import { useClientValue } from '../../../lib/use-client-value.ts';
import { ActivityBadges, ActivityFacts, RejectionNotice, SeriesLine } from '../activity-facts.tsx';
import { ActivityDescription, PendingNotice, TopicLinks } from '../activity-text.tsx';
import { isDeletedActivity, oneActivity } from '../api.ts';
import { DoorLink } from '../door-link.tsx';
import { hasOthers, isLocationHidden, LOCATION_HIDDEN, useIsPast } from '../model.ts';
import classes from './activity.module.css';
import { GoalList } from './goal-list.tsx';
import { OwnerActions } from './owner-actions.tsx';

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
    <article className={`stack gap-l ${classes.activity}`}>
      <div className={classes.picture}>
        <WovenPicture of={activity} sizes="(max-width: 62rem) 100vw, 50rem" isUrgent />
      </div>
      <header className={`stack ${classes.head}`}>
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
              <Link to="/mapa" search={{ actividad: activity._id }} className="target link">
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

/** Goes back to the list the user came from, with its state restored; otherwise links to the catalogue. */
function ActivityViewBack() {
  const { state, history } = useRouter();
  const [hasListEntry] = useState(() => state.location.state.isFromList === true);
  const isFromList = useClientValue(hasListEntry, false);

  function goBack(event: MouseEvent) {
    const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey;
    if (!isFromList || opensElsewhere) return;
    event.preventDefault();
    history.back();
  }

  return (
    <Link
      to="/actividades"
      activeOptions={{ exact: true }}
      className={`target strong ${classes.back}`}
      onClick={goBack}
    >
      <IconArrowLeft size={20} aria-hidden />
      <span>{isFromList ? 'Volver a la lista' : 'Todas las actividades'}</span>
    </Link>
  );
}

const ActivityViewSkeleton = () => (
  <>
    <VisuallyHidden component="h1">Actividad</VisuallyHidden>
    <LoadingStatus text="Cargando actividad..." isHidden />
    <div className={`stack gap-l ${classes.activity}`} aria-hidden="true">
      <div className={classes.picture}>
        <Skeleton height="auto" style={{ aspectRatio: '16 / 9' }} />
      </div>
      <Skeleton className={classes.head} height={44} width="80%" />
      <div className={classes.aside}>
        <Skeleton height={68} />
        <Skeleton height={44} />
        <Skeleton height={44} />
        <Skeleton height={44} />
      </div>
      <div className={classes.description}>
        <Skeleton height={18} mb="sm" />
        <Skeleton height={18} mb="sm" />
        <Skeleton height={18} width="60%" />
      </div>
    </div>
  </>
);

interface NeedListProps {
  readonly activity: Pick<WholeActivity, 'date' | 'endDate' | 'needs'>;
}

/** 'Qué se necesita' on an activity's page: what is missing, and what is covered; nothing for most activities. */
function NeedList({ activity }: NeedListProps) {
  const isPast = useIsPast(activity);
  const { needs, date } = activity;
  if (needs.length === 0 || isPast) return null;
  return (
    <section aria-labelledby="needs" className={classes.section}>
      <h2 id="needs" className={classes.title}>
        Qué se necesita
      </h2>
      <ul className={classes.needs}>
        {needs.map(need => {
          const facts = [needTimes(need, date), need.note].filter(text => text !== '');
          return (
            <li key={need._id} data-covered={missingOf(need) === 0 || undefined}>
              <span>{missingText(need) ?? `${need.name}: completo`}</span>
              {facts.length > 0 && <span className={`small ${classes.facts}`}>{facts.join(' · ')}</span>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
