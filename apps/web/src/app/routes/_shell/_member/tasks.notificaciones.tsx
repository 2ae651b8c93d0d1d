import { Stack } from '@mantine/core';
import { createFileRoute } from '@tanstack/react-router';
import { PageSection } from '../../../../components/page/page-section.tsx';
import { useUser } from '../../../../features/accounts/session/session.ts';
import { NotificationPreferences } from '../../../../features/notifications/notification-preferences.tsx';
import { PushDevices } from '../../../../features/notifications/push-devices.tsx';
import { RemindersView } from '../../../../features/reminders/reminders-view.tsx';
import { SavedSearchList } from '../../../../features/saved-searches/saved-search-list.tsx';
import { useOwnUpcoming } from '../../../use-activity-choice.ts';

export const Route = createFileRoute('/_shell/_member/tasks/notificaciones')({
  validateSearch: ({ taskId }: Record<string, unknown>): { taskId?: string | undefined } => ({
    taskId: typeof taskId === 'string' && taskId !== '' ? taskId : undefined,
  }),
  component: NotificationSettingsPage,
});

/** Everything that an account is told about, and how: reminders first (docs/rules.md R5.8). */
function NotificationSettingsPage() {
  const { taskId } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { own, error } = useOwnUpcoming();
  const user = useUser();
  return (
    <Stack gap="lg">
      <RemindersView
        userId={user?._id ?? ''}
        taskId={taskId}
        onChoose={id => navigate({ search: { taskId: id }, replace: true, resetScroll: false })}
        own={own}
        ownError={error}
      />
      <PageSection
        id="avisos"
        title="Avisos"
        lead="De qué quieres enterarte, y si por correo, en la campana o de las dos formas."
      >
        <NotificationPreferences headingId="avisos" />
        <PushDevices />
        <SavedSearchList />
      </PageSection>
    </Stack>
  );
}
