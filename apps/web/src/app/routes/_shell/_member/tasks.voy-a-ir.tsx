import { createFileRoute } from '@tanstack/react-router';
import { AttendedView } from '../../../../features/activities/own/attended-view.tsx';
import { useFeedbackLink, useListedAttendance, useOwnCode } from '../../../use-attended-row.tsx';

export const Route = createFileRoute('/_shell/_member/tasks/voy-a-ir')({
  component: () => (
    <AttendedView attendance={useListedAttendance()} afterwards={useFeedbackLink()} ownCode={useOwnCode()} />
  ),
});
