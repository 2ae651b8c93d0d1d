import { Button, Skeleton } from '@mantine/core';
import type { Activity, WholeActivity } from '@minga/contract/activities';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { type MouseEvent, type ReactNode, Suspense, useEffect, useState } from 'react';
import { EmptyState } from '../../../components/page/empty-state.tsx';
import { ErrorPanel } from '../../../components/page/error-panel.tsx';
import { LoadingStatus } from '../../../components/page/loading-status.tsx';
import { PageHeading } from '../../../components/page/page-heading.tsx';
import { longDate } from '../../../lib/dates/dates.ts';
import { isUnknown } from '../../../lib/errors/unknown-row.ts';
import { useClientValue } from '../../../lib/use-client-value.ts';
import { isDeletedActivity, oneActivity } from '../api.ts';
import { DoorLink } from '../door-link.tsx';
import { isLocationHidden } from '../model.ts';
import classes from './activity.module.css';
import { ActivityContent, type AttendanceParts } from './activity-content.tsx';

interface Props {
  id: string;
  /** Renders the page with the viewer's attendance. */
  attendance: (activity: WholeActivity, page: (parts: AttendanceParts) => ReactNode) => ReactNode;
  /** The actions of organisers. */
  strip?: (activity: Activity) => ReactNode;
  /** The question to an organiser or an attendee after the activity. */
  question?: (activity: Activity) => ReactNode;
  /** The memory of the activity. */
  memory?: (activity: Activity) => ReactNode;
  /** The button that reports it, at the end of the page. */
  report?: (activity: Activity) => ReactNode;
}

const REFRESH_MS = 15_000;
const hasCounters = (activity: Activity | undefined) =>
  activity !== undefined && (activity.places.free !== null || activity.hasNeeds);

/** /actividades/{id}: the public page of an activity. */
export function ActivityView({ id, attendance, strip, question, memory, report }: Props) {
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
      <ActivityViewBack isOnPicture={activity !== undefined || error === null} />
      {activity &&
        attendance(activity, parts => (
          <ActivityArticle
            activity={activity}
            attendance={parts}
            strip={activity.canManage && strip?.(activity)}
            question={question?.(activity)}
            memory={memory?.(activity)}
            report={report?.(activity)}
          />
        ))}
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
  attendance: AttendanceParts;
  strip: ReactNode;
  question: ReactNode;
  memory: ReactNode;
  report: ReactNode;
}

const ActivityArticle = ({ activity, attendance, strip, question, memory, report }: ArticleProps) => (
  <article>
    <ActivityContent
      activity={activity}
      attendance={attendance}
      hasStrip={Boolean(strip)}
      door={!activity.canManage && <DoorLink activity={activity} />}
      heading={
        <>
          {strip && <Suspense fallback={<div className={classes.strip} />}>{strip}</Suspense>}
          <PageHeading
            title={activity.title}
            // The dates of a series have one title; the server's document has the same (pages/activity-routes.ts).
            windowTitle={
              activity.series === null ? activity.title : `${activity.title}, ${longDate(activity.date)}`
            }
          />
          {question}
        </>
      }
      memory={memory}
      report={report}
    />
  </article>
);

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
function ActivityViewBack({ isOnPicture }: { isOnPicture: boolean }) {
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
      className={`target strong ${classes.back} ${isOnPicture ? classes.onPicture : ''}`}
      onClick={goBack}
    >
      <IconArrowLeft size={20} aria-hidden />
      <span>{isFromList ? 'Volver a la lista' : 'Todas las actividades'}</span>
    </Link>
  );
}

const ActivityViewSkeleton = () => (
  <>
    <h1 className="unseen">Actividad</h1>
    <LoadingStatus text="Cargando actividad..." isHidden />
    <div className={`stack gap-l ${classes.activity}`} aria-hidden="true">
      <div className={classes.picture}>
        <Skeleton height="auto" style={{ aspectRatio: '16 / 9' }} />
      </div>
      <Skeleton className={classes.head} height={44} width="80%" />
      <div className={`stack gap-l ${classes.aside}`}>
        <Skeleton height={68} />
        <Skeleton height={44} />
        <Skeleton height={44} />
        <Skeleton height={44} />
      </div>
      <div className={`stack ${classes.words}`}>
        <Skeleton height={18} mb="sm" />
        <Skeleton height={18} mb="sm" />
        <Skeleton height={18} width="60%" />
      </div>
    </div>
  </>
);
