import { createFileRoute } from '@tanstack/react-router';
import { OthersActivitiesView } from '../../../../features/activities/own/others-activities-view.tsx';
import { useAttendance } from '../../../use-attendance.tsx';

export const Route = createFileRoute('/_shell/_member/tasks/lista')({
  component: () => <OthersActivitiesView attendance={useAttendance()} />,
});
