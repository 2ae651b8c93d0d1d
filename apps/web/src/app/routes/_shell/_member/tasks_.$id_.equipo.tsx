import type { Activity } from '@minga/contract/activities';
import { IconArrowLeft } from '@tabler/icons-react';
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router';
import { Page } from '../../../../components/page/page.tsx';
import { PageHeading } from '../../../../components/page/page-heading.tsx';
import { useUser } from '../../../../features/accounts/session/session.ts';
import { OrganisedActivity } from '../../../../features/activities/own/organised-activity.tsx';
import { TeamPanel } from '../../../../features/teams/team-panel.tsx';
import { useCanDelete } from '../../../use-can-delete.ts';

export const Route = createFileRoute('/_shell/_member/tasks_/$id_/equipo')({ component: TeamPage });

/** The team of one activity, which its form has too: invitations need no form. */
function TeamPage() {
  const { id } = Route.useParams();
  const user = useUser();
  return (
    <Page width="text">
      <OrganisedActivity key={id} id={id}>
        {activity => user && <Team activity={activity} userId={user._id} />}
      </OrganisedActivity>
    </Page>
  );
}

function Team({ activity, userId }: { activity: Activity; userId: string }) {
  const navigate = useNavigate();
  // The team is managed by those who may delete the activity (docs/rules.md R14.3).
  const canManage = useCanDelete(activity);
  const { _id: id, title, collective } = activity;
  return (
    <>
      <Link to="/actividades/$id" params={{ id }} className="target link" style={{ gap: '0.5rem' }}>
        <IconArrowLeft size={20} aria-hidden />
        <span>{title}</span>
      </Link>
      <PageHeading
        title="El equipo"
        windowTitle={`El equipo de ${title}`}
        lead={
          collective === null
            ? `Quiénes ayudan a organizar «${title}» o reciben en la puerta.`
            : `Quiénes ayudan a organizar «${title}» o reciben en la puerta, además del equipo de ${collective.name}.`
        }
      />
      <TeamPanel
        team={{ kind: 'activity', id }}
        canManage={canManage}
        userId={userId}
        order={2}
        onLeft={() => navigate({ to: '/tasks' })}
      />
    </>
  );
}
