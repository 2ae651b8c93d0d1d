import { createFileRoute } from '@tanstack/react-router';
import { useUser } from '../../../../features/accounts/api/session.ts';
import { OthersActivitiesView } from '../../../../features/activities/components/others-activities-view.tsx';
import { AttendanceButton } from '../../../../features/attendance/components/attendance-button.tsx';

export const Route = createFileRoute('/_shell/_member/tasks/lista')({ component: ListaPage });

function ListaPage() {
  const user = useUser();
  return (
    <OthersActivitiesView attendance={activity => <AttendanceButton activity={activity} viewer={user} />} />
  );
}
