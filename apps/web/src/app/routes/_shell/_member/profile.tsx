import { useQueryClient } from '@tanstack/react-query';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { Page } from '../../../../components/page.tsx';
import { endSession } from '../../../../features/accounts/api/session.ts';
import { ProfileView } from '../../../../features/accounts/components/profile/profile-view.tsx';
import { NotificationPreferences } from '../../../../features/notifications/components/notification-preferences.tsx';
import { PushDevices } from '../../../../features/notifications/components/push-devices.tsx';
import { SavedSearchList } from '../../../../features/saved-searches/components/saved-search-list.tsx';

export const Route = createFileRoute('/_shell/_member/profile')({ component: ProfilePage });

function ProfilePage() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();

  // Navigates first: on this guarded page the ended session would redirect to the sign-in form.
  async function leave() {
    await navigate({ to: '/adios', replace: true, ignoreBlocker: true });
    endSession(queryClient);
  }

  return (
    <Page width="wide">
      <ProfileView
        preferences={
          <>
            <NotificationPreferences headingId="avisos" />
            <PushDevices />
            <SavedSearchList />
          </>
        }
        onDeleted={leave}
      />
    </Page>
  );
}
