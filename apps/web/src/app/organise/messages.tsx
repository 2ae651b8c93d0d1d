import type { Activity } from '@minga/contract/activities';
import { useUser } from '../../features/accounts/session/session.ts';
import { SeriesDates } from '../../features/activities/activity/series-dates.tsx';
import { MessagesView } from '../../features/messages/messages-view.tsx';

/** /tasks/{id}/mensajes. */
export const Messages = ({ activity }: { readonly activity: Activity }) => (
  <MessagesView
    userId={useUser()?._id ?? ''}
    activity={activity}
    otherDates={
      activity.series && (
        <SeriesDates
          activity={activity}
          seriesId={activity.series._id}
          heading="Escribir a la gente de otra fecha"
          to="/tasks/$id/$tab"
        />
      )
    }
  />
);
