import { createFileRoute } from '@tanstack/react-router';
import { PromotedView } from '../../../../features/activities/own/promoted-view.tsx';
import { useAttendance } from '../../../use-attendance.tsx';

export const Route = createFileRoute('/_shell/_member/tasks/promocionadas')({
  component: () => <PromotedView attendance={useAttendance()} />,
});
