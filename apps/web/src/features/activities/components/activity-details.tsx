import { Button, Group, Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { Activity } from '@minga/contract/activities';
import { Link } from '@tanstack/react-router';
import { ShareButton } from '../../../components/share-button.tsx';
import { fromList } from '../list-origin.ts';
import { isPast } from '../state.ts';
import { ActivityBadges } from './activity-badges.tsx';
import { ActivityDescription } from './activity-description.tsx';
import classes from './activity-details.module.css';
import { ActivityFacts } from './activity-facts.tsx';
import { ActivityPicture } from './activity-picture.tsx';
import { ActivityWhen } from './activity-when.tsx';
import { CalendarLink } from './calendar-link.tsx';
import { RejectionNotice } from './rejection-notice.tsx';

interface Props {
  activity: Activity;
  isOpen: boolean;
  onClose: () => void;
}

/** Everything about an activity, without leaving the list ('Ver Detalles', spec 000 section 2). */
export function ActivityDetails({ activity, isOpen, onClose }: Props) {
  const isPhone = useMediaQuery('(max-width: 36em)');
  return (
    <Modal opened={isOpen} onClose={onClose} title={activity.title} size="lg" fullScreen={isPhone ?? false}>
      <div className={classes.details}>
        <div className={classes.picture}>
          <ActivityPicture activity={activity} sizes="(max-width: 36em) 100vw, 37rem" />
        </div>
        <ActivityBadges activity={activity} />
        <RejectionNotice activity={activity} />
        <ActivityWhen date={activity.date} />
        <ActivityFacts activity={activity} />
        <ActivityDescription text={activity.description} />
        {activity.status !== 'rejected' && (
          <div className={classes.actions}>
            <ShareButton title={activity.title} path={`/actividades/${activity._id}`} />
            {!isPast(activity, new Date()) && <CalendarLink activityId={activity._id} />}
          </div>
        )}
        <Group justify="space-between">
          <Link to="/actividades/$id" params={{ id: activity._id }} state={fromList} className={classes.link}>
            Abrir su página
          </Link>
          <Button onClick={onClose}>Volver</Button>
        </Group>
      </div>
    </Modal>
  );
}
