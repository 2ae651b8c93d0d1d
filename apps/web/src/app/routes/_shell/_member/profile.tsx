import { useQueryClient } from '@tanstack/react-query';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { Page } from '../../../../components/page/page.tsx';
import { ProfileView } from '../../../../features/accounts/profile/profile-view.tsx';
import { endSession } from '../../../../features/accounts/session/session.ts';
import { deleteDraftsOfOthers } from '../../../../lib/storage/delete-drafts-of-others.ts';

export const Route = createFileRoute('/_shell/_member/profile')({ component: ProfilePage });

function ProfilePage() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();

  // Navigates first: on this guarded page the ended session would redirect to the sign-in form.
  async function leave() {
    await navigate({ to: '/adios', replace: true, ignoreBlocker: true });
    endSession(queryClient);
    deleteDraftsOfOthers(null);
  }

  return (
    <Page width="wide">
      <ProfileView onDeleted={leave} />
    </Page>
  );
}
