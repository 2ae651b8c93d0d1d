import { createFileRoute } from '@tanstack/react-router';
import { AttendedView } from '../../../../features/activities/components/attended-view.tsx';
import { useAttendance } from '../../../use-attendance.tsx';

export const Route = createFileRoute('/_shell/_member/tasks/voy-a-ir')({
  component: () => <AttendedView attendance={useAttendance()} />,
});
