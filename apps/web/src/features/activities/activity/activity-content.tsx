import type { Activity, WholeActivity } from '@minga/contract/activities';
import { lazy, type ReactNode, Suspense } from 'react';
import { CalendarLink } from '../../../components/calendar-link.tsx';
import { Note } from '../../../components/page/note.tsx';
import { ShareButton } from '../../../components/share-button.tsx';
import { useClientValue } from '../../../lib/use-client-value.ts';
import { ActivityBadges, RejectionNotice } from '../activity-facts.tsx';
import { PendingNotice, TopicLinks } from '../activity-text.tsx';
import { hasOthers, useIsPast } from '../model.ts';
import classes from './activity.module.css';
import { ActivityDescription } from './activity-description.tsx';
import { ActivityLines } from './activity-lines.tsx';
import { ActivityPicture } from './activity-picture.tsx';
import { GoalList } from './goal-list.tsx';
import { NeedChips } from './need-chips.tsx';

// Only for series, and not rendered by the server.
const SeriesDates = lazy(() =>
  import('./series-dates.tsx').then(module => ({ default: module.SeriesDates })),
);

// Only for organisers of an activity that administration has hidden.
const HiddenNotice = lazy(() =>
  import('./hidden-notice.tsx').then(module => ({ default: module.HiddenNotice })),
);

/** The viewer's attendance, for the places of the page that show and change it. */
export interface AttendanceParts {
  /** The parts of the attendance, and the bar with the main action: at the foot of a phone's screen, or below the facts of a wide one. */
  readonly panel: ReactNode;
  /** Whether the panel offers the calendar and sharing. */
  readonly hasTicket: boolean;
  /** Opens the confirmation with a need chosen; null where the viewer cannot confirm now. */
  readonly chooseNeed: ((needId: string) => void) | null;
}

interface Props {
  readonly activity: Activity | WholeActivity;
  /** The title, where the page does not have it elsewhere, and what stands above it. */
  readonly heading?: ReactNode;
  readonly attendance?: AttendanceParts;
  /** The way to the door, for those who only check people in. */
  readonly door?: ReactNode;
  readonly memory?: ReactNode;
  readonly report?: ReactNode;
  /** Whether the strip of organisers offers the calendar and sharing. */
  readonly hasStrip?: boolean;
  readonly isDialog?: boolean;
}

/** An activity, in the one order in which its page and the dialog of its card show it (docs/decisions/0089-one-page-of-an-activity.md). */
export function ActivityContent({
  activity,
  heading,
  attendance,
  door,
  memory,
  report,
  hasStrip = false,
  isDialog = false,
}: Props) {
  const hasPassed = useIsPast(activity);
  const hasDates = useClientValue(hasOthers(activity), false);
  const isPublished = activity.status !== 'rejected' && !activity.isHeld;
  return (
    <div className={isDialog ? 'stack gap-l' : `stack gap-l ${classes.activity}`}>
      <ActivityPicture activity={activity} />
      <div className={`stack gap-s ${classes.head}`}>
        {heading}
        <ActivityBadges activity={activity} />
        <PendingNotice activity={activity} />
        {activity.source?.isCancelled && (
          <Note tone="clay">{`Cancelada en el calendario de ${activity.source.host}`}</Note>
        )}
        {activity.appeal ? (
          <Suspense>
            <HiddenNotice activity={activity} appeal={activity.appeal} />
          </Suspense>
        ) : (
          <RejectionNotice activity={activity} />
        )}
      </div>
      <aside className={`stack gap-l ${classes.aside}`} aria-label="Cuándo y dónde">
        <ActivityLines activity={activity} hasPlace={attendance?.hasTicket ?? false} />
        {door}
        {attendance?.panel}
      </aside>
      <div className={`stack ${classes.words}`}>
        <ActivityDescription text={activity.description} />
        <TopicLinks activity={activity} />
        {'needs' in activity && <NeedChips activity={activity} onChoose={attendance?.chooseNeed ?? null} />}
        {activity.series && hasOthers(activity) && (
          <div data-needs-code>
            {hasDates && (
              <Suspense>
                <SeriesDates activity={activity} seriesId={activity.series._id} />
              </Suspense>
            )}
          </div>
        )}
        <GoalList activity={activity} />
        {memory}
        {isPublished && (
          <div className={`cluster ${classes.actions}`}>
            {!attendance?.hasTicket && !hasStrip && (
              <>
                <ShareButton title={activity.title} path={`/actividades/${activity._id}`} />
                {!hasPassed && <CalendarLink activityId={activity._id} />}
              </>
            )}
            {report}
          </div>
        )}
      </div>
    </div>
  );
}
