import { Button, Group, Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { Activity } from '@minga/contract/activities';
import { locationRows } from '@minga/contract/location';
import { Link } from '@tanstack/react-router';
import { WovenPicture } from '../../components/brand/weave.tsx';
import { CalendarLink } from '../../components/calendar-link.tsx';
import { EventWhen } from '../../components/event-when.tsx';
import { LocationFacts } from '../../components/location-facts.tsx';
import { ShareButton } from '../../components/share-button.tsx';
import { ActivityBadges, ActivityFacts, RejectionNotice, SeriesLine } from './activity-facts.tsx';
import { ActivityDescription, PendingNotice, TopicLinks } from './activity-text.tsx';
import classes from './cards.module.css';
import { fromList, isLocationHidden, isPast, LOCATION_HIDDEN } from './model.ts';

interface Props {
  activity: Activity;
  isOpen: boolean;
  onClose: () => void;
}

/** The details of an activity in a dialog above the list ('Ver Detalles', docs/rules.md R3.10): first what it is. */
export function ActivityDetails({ activity, isOpen, onClose }: Props) {
  const isPhone = useMediaQuery('(max-width: 36em)');
  return (
    <Modal opened={isOpen} onClose={onClose} title={activity.title} size="lg" fullScreen={isPhone ?? false}>
      <div className="stack gap-xl">
        <ActivityBadges activity={activity} />
        <PendingNotice activity={activity} />
        <RejectionNotice activity={activity} />
        <ActivityDescription text={activity.description} />
        <EventWhen date={activity.date} endDate={activity.endDate} />
        <SeriesLine series={activity.series} />
        <ActivityFacts activity={activity} />
        <TopicLinks activity={activity} />
        <LocationFacts
          location={activity.location}
          rows={locationRows(activity)}
          note={isLocationHidden(activity) ? LOCATION_HIDDEN : null}
        />
        <div className={classes.picture}>
          <WovenPicture of={activity} sizes="(max-width: 36em) 100vw, 37rem" />
        </div>
        {activity.status !== 'rejected' && !activity.isHeld && (
          <div className={`cluster ${classes.actions}`}>
            <ShareButton title={activity.title} path={`/actividades/${activity._id}`} />
            {!isPast(activity) && <CalendarLink activityId={activity._id} />}
          </div>
        )}
        <Group justify="space-between">
          {/* Replaces the dialog's history entry, so that the back button leads to the list. */}
          <Link
            to="/actividades/$id"
            params={{ id: activity._id }}
            state={fromList}
            replace
            className="target link"
          >
            Abrir su página
          </Link>
          <Button onClick={onClose}>Volver</Button>
        </Group>
      </div>
    </Modal>
  );
}
