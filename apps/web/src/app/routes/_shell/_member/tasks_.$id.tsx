import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { Page } from '../../../../components/page/page.tsx';
import { useUser } from '../../../../features/accounts/session/session.ts';
import { EditActivityView } from '../../../../features/activities/form/edit-activity-view.tsx';
import { OrganisersFold } from '../../../../features/collectives/organisers-fold.tsx';
import { ActivityTeam } from '../../../../features/teams/team-panel.tsx';

/** The same form as /add-task, also without the area's sidebar. */
export const Route = createFileRoute('/_shell/_member/tasks_/$id')({ component: EditTaskPage });

function EditTaskPage() {
  const navigate = useNavigate();
  const user = useUser();
  const { id } = Route.useParams();
  return (
    <Page width="wide">
      {user && (
        <EditActivityView
          key={id}
          id={id}
          authorId={user._id}
          organisers={(activity, field) => (
            <OrganisersFold
              {...field}
              current={activity.collective}
              isAuthor={activity.isOwner}
              team={isOwnerOfCollective => (
                <ActivityTeam
                  activityId={id}
                  canManage={activity.isOwner || isOwnerOfCollective}
                  userId={user._id}
                  onLeft={() => navigate({ to: '/tasks', ignoreBlocker: true })}
                />
              )}
            />
          )}
          onSaved={() => navigate({ to: '/tasks' })}
        />
      )}
    </Page>
  );
}
