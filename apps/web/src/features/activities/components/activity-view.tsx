import { Button } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import { IconUserHeart } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FaultPanel } from '../../../components/fault-panel.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { ShareButton } from '../../../components/share-button.tsx';
import { isUnknownActivity, oneActivity } from '../api/one-activity.ts';
import { isPast } from '../state.ts';
import { ActivityBadges } from './activity-badges.tsx';
import { ActivityDescription } from './activity-description.tsx';
import { ActivityFacts } from './activity-facts.tsx';
import { ActivityPicture } from './activity-picture.tsx';
import classes from './activity-view.module.css';
import { ActivityViewBack } from './activity-view-back.tsx';
import { ActivityViewSkeleton } from './activity-view-skeleton.tsx';
import { ActivityWhen } from './activity-when.tsx';
import { CalendarLink } from './calendar-link.tsx';
import { RejectionNotice } from './rejection-notice.tsx';

interface Props {
  id: string;
  attendance: (activity: Activity) => ReactNode;
}

/** /actividades/{id}: one activity, made to be shared. */
export function ActivityView({ id, attendance }: Props) {
  const { data: activity, error, refetch } = useQuery(oneActivity(id));
  return (
    <>
      <ActivityViewBack />
      {activity && <Facts activity={activity} attendance={attendance(activity)} />}
      {!activity && !error && <ActivityViewSkeleton />}
      {!activity &&
        error &&
        (isUnknownActivity(error) ? <Unknown /> : <FaultPanel error={error} retry={refetch} />)}
    </>
  );
}

function Facts({ activity, attendance }: { activity: Activity; attendance: ReactNode }) {
  return (
    <article className={classes.activity}>
      <div className={classes.picture}>
        <ActivityPicture activity={activity} sizes="(max-width: 62rem) 100vw, 50rem" isUrgent />
      </div>
      <header className={classes.head}>
        <ActivityBadges activity={activity} />
        <PageHeading title={activity.title} />
        <RejectionNotice activity={activity} />
      </header>
      <aside className={classes.aside} aria-label="Cuándo y dónde">
        <ActivityWhen date={activity.date} />
        <div className={classes.actions}>
          {attendance}
          {activity.status !== 'rejected' && (
            <ShareButton title={activity.title} path={`/actividades/${activity._id}`} />
          )}
          {activity.status !== 'rejected' && !isPast(activity, new Date()) && (
            <CalendarLink activityId={activity._id} />
          )}
        </div>
        <ActivityFacts activity={activity} />
        <p className={classes.organiser}>
          <IconUserHeart size={20} aria-hidden />
          <span>
            Organiza <strong>{activity.user.username}</strong>
          </span>
        </p>
      </aside>
      <div className={classes.words}>
        <ActivityDescription text={activity.description} />
      </div>
    </article>
  );
}

const Unknown = () => (
  <>
    <PageHeading title="No encontramos esta actividad" />
    <EmptyState
      drawing="path"
      title="Por aquí no hay camino"
      text="Puede que el enlace esté incompleto o que quien la organiza la haya retirado."
    >
      <Button renderRoot={props => <Link to="/actividades" {...props} />}>Buscar otra actividad</Button>
    </EmptyState>
  </>
);
