import { useThrottledCallback } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useEffect } from 'react';
import { refreshParticipants } from '../../../../features/participants/api.ts';
import { ParticipantsView } from '../../../../features/participants/participants-view.tsx';
import { useLive } from '../../../../lib/live/live.ts';
import { activitiesKey } from '../../../../lib/server/activities-key.ts';
import { useActivityChoice } from '../../../use-activity-choice.ts';

const REFRESH_MS = 1_000;

export const Route = createFileRoute('/_shell/_member/tasks/asistencia')({
  validateSearch: ({ taskId }: Record<string, unknown>): { taskId?: string | undefined } => ({
    taskId: typeof taskId === 'string' && taskId !== '' ? taskId : undefined,
  }),
  component: AttendancePage,
});

function AttendancePage() {
  const { taskId } = Route.useSearch();
  const navigate = Route.useNavigate();
  const choice = useActivityChoice(taskId);
  const chosenId = choice.status === 'chosen' ? choice.chosen._id : undefined;

  const hasPlaces =
    choice.status === 'chosen' && (choice.chosen.capacity !== null || choice.chosen.companionsMax > 0);
  const queryClient = useQueryClient();
  // Throttled: fifty simultaneous confirmations must not refetch the list fifty times.
  const refresh = useThrottledCallback((id: string) => {
    void refreshParticipants(queryClient, id);
    if (hasPlaces) void queryClient.invalidateQueries({ queryKey: [...activitiesKey, 'own'] });
  }, REFRESH_MS);
  useLive('asistentes_actualizados', ({ taskId: changedId }) => refresh(changedId));
  useLive('puesta_al_dia', () => chosenId !== undefined && refresh(chosenId));

  useEffect(() => {
    if (chosenId === undefined || chosenId === taskId) return;
    void navigate({ search: { taskId: chosenId }, replace: true, resetScroll: false });
  }, [chosenId, taskId, navigate]);

  return (
    <ParticipantsView
      choice={choice}
      onChoose={id => navigate({ search: { taskId: id }, resetScroll: false })}
    />
  );
}
