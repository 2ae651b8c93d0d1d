import { createFileRoute } from '@tanstack/react-router';
import { useEffect } from 'react';
import { OrganiseHead } from '../../../../features/activities/own/organise-head.tsx';
import { ParticipantsView } from '../../../../features/participants/participants-view.tsx';
import { useActivityChoice } from '../../../use-activity-choice.ts';

export const Route = createFileRoute('/_shell/_member/tasks/asistencia')({
  validateSearch: ({ taskId }: Record<string, unknown>): { taskId?: string | undefined } => ({
    taskId: typeof taskId === 'string' && taskId !== '' ? taskId : undefined,
  }),
  component: AttendancePage,
});

/** The page of /tasks/{id}/gente at the specified address, below the choice of an activity. */
function AttendancePage() {
  const { taskId } = Route.useSearch();
  const navigate = Route.useNavigate();
  const choice = useActivityChoice(taskId);
  const chosen = choice.status === 'chosen' ? choice.chosen : undefined;
  const chosenId = chosen?._id;

  useEffect(() => {
    if (chosenId === undefined || chosenId === taskId) return;
    void navigate({ search: { taskId: chosenId }, replace: true, resetScroll: false });
  }, [chosenId, taskId, navigate]);

  return (
    <ParticipantsView
      choice={choice}
      head={chosen && <OrganiseHead activity={chosen} isList />}
      onChoose={id => navigate({ search: { taskId: id }, resetScroll: false })}
    />
  );
}
