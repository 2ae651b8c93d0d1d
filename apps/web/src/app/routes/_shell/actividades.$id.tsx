import { createFileRoute } from '@tanstack/react-router';
import { Page } from '../../../components/page.tsx';
import { ActivityView } from '../../../features/activities/components/activity-view.tsx';
import { OwnFeedback } from '../../own-feedback.tsx';
import { useAttendance } from '../../use-attendance.tsx';

export const Route = createFileRoute('/_shell/actividades/$id')({ component: ActivityPage });

function ActivityPage() {
  const { id } = Route.useParams();
  const attendance = useAttendance();
  return (
    <Page width="wide">
      <ActivityView
        id={id}
        attendance={activity => (
          <>
            {attendance(activity)}
            <OwnFeedback key={activity._id} activity={activity} />
          </>
        )}
      />
    </Page>
  );
}
