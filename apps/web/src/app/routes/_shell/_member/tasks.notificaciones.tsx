import { createFileRoute } from '@tanstack/react-router';
import { useUser } from '../../../../features/accounts/api/session.ts';
import { AlertOffer } from '../../../../features/notifications/components/alert-offer.tsx';
import { RemindersView } from '../../../../features/reminders/components/reminders-view.tsx';
import { useOwnUpcoming } from '../../../use-own-upcoming.ts';

export const Route = createFileRoute('/_shell/_member/tasks/notificaciones')({
  validateSearch: ({ taskId }: Record<string, unknown>): { taskId?: string | undefined } => ({
    taskId: typeof taskId === 'string' && taskId !== '' ? taskId : undefined,
  }),
  component: RemindersPage,
});

function RemindersPage() {
  const { taskId } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { own, error } = useOwnUpcoming();
  const user = useUser();
  return (
    <RemindersView
      userId={user?._id ?? ''}
      taskId={taskId}
      onChoose={id => navigate({ search: { taskId: id }, replace: true, resetScroll: false })}
      own={own}
      ownError={error}
      offer={<AlertOffer />}
    />
  );
}
