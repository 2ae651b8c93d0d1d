import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { Page } from '../../../../components/page.tsx';
import { useUser } from '../../../../features/accounts/api/session.ts';
import { EditActivityView } from '../../../../features/activities/components/edit-activity-view.tsx';

/** The same form as /add-task, also without the area's sidebar. */
export const Route = createFileRoute('/_shell/_member/tasks_/$id')({ component: EditTaskPage });

function EditTaskPage() {
  const navigate = useNavigate();
  const user = useUser();
  const { id } = Route.useParams();
  return (
    <Page width="wide">
      {user && (
        <EditActivityView key={id} id={id} authorId={user._id} onSaved={() => navigate({ to: '/tasks' })} />
      )}
    </Page>
  );
}
