import { createFileRoute } from '@tanstack/react-router';
import { Page } from '../../../components/page.tsx';
import { useUser } from '../../../features/accounts/api/session.ts';
import { ActivityView } from '../../../features/activities/components/activity-view.tsx';
import { AttendanceButton } from '../../../features/attendance/components/attendance-button.tsx';

export const Route = createFileRoute('/_shell/actividades/$id')({ component: ActivityPage });

function ActivityPage() {
  const user = useUser();
  const { id } = Route.useParams();
  return (
    <Page width="wide">
      <ActivityView id={id} attendance={activity => <AttendanceButton activity={activity} viewer={user} />} />
    </Page>
  );
}
