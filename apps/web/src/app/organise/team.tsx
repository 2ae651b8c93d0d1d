import type { Activity } from '@minga/contract/activities';
import { useNavigate } from '@tanstack/react-router';
import { PageHeading } from '../../components/page/page-heading.tsx';
import { useUser } from '../../features/accounts/session/session.ts';
import { TeamPanel } from '../../features/teams/team-panel.tsx';
import { useCanDelete } from '../use-can-delete.ts';

/** /tasks/{id}/equipo, the team of one activity, which its form has too: invitations need no form. */
export function Team({ activity }: { readonly activity: Activity }) {
  const user = useUser();
  const navigate = useNavigate();
  // The team is managed by those who may delete the activity (docs/rules.md R14.3).
  const canManage = useCanDelete(activity);
  const { _id: id, title, collective } = activity;
  return (
    <>
      <PageHeading
        title="El equipo"
        windowTitle={`El equipo de ${title}`}
        lead={
          collective === null
            ? 'Quiénes ayudan a organizar o reciben en la puerta.'
            : `Quiénes ayudan a organizar o reciben en la puerta, además del equipo de ${collective.name}.`
        }
      />
      {user && (
        <TeamPanel
          team={{ kind: 'activity', id }}
          canManage={canManage}
          userId={user._id}
          order={2}
          onLeft={() => navigate({ to: '/tasks' })}
        />
      )}
    </>
  );
}
