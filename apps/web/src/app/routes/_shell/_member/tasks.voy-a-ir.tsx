import { createFileRoute } from '@tanstack/react-router';
import { AttendedView } from '../../../../features/activities/own/attended-view.tsx';
import { useFeedbackLink } from '../../../use-feedback-link.tsx';
import { useListedAttendance } from '../../../use-listed-attendance.tsx';
import { useOwnCode } from '../../../use-own-code.tsx';

export const Route = createFileRoute('/_shell/_member/tasks/voy-a-ir')({
  component: () => (
    <AttendedView attendance={useListedAttendance()} afterwards={useFeedbackLink()} ownCode={useOwnCode()} />
  ),
});
