import { createFileRoute } from '@tanstack/react-router';
import { Page } from '../../../../components/page/page.tsx';
import { SeriesDates } from '../../../../features/activities/activity/series-dates.tsx';
import { OrganisedActivity } from '../../../../features/activities/own/organised-activity.tsx';
import { MessagesView } from '../../../../features/messages/messages-view.tsx';

export const Route = createFileRoute('/_shell/_member/tasks_/$id_/mensajes')({ component: MessagesPage });

function MessagesPage() {
  const { id } = Route.useParams();
  return (
    <Page width="text">
      <OrganisedActivity key={id} id={id}>
        {activity => (
          <MessagesView
            activity={activity}
            otherDates={
              activity.series && (
                <SeriesDates
                  activity={activity}
                  seriesId={activity.series._id}
                  heading="Escribir a la gente de otra fecha"
                  to="/tasks/$id/mensajes"
                />
              )
            }
          />
        )}
      </OrganisedActivity>
    </Page>
  );
}
