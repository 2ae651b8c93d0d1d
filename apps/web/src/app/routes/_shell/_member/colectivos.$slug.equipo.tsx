import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { Page } from '../../../../components/page/page.tsx';
import { useUser } from '../../../../features/accounts/session/session.ts';
import { MemberGate } from '../../../../features/collectives/member-gate.tsx';
import { TeamView } from '../../../../features/teams/team-panel.tsx';

export const Route = createFileRoute('/_shell/_member/colectivos/$slug/equipo')({ component: TeamPage });

function TeamPage() {
  const { slug } = Route.useParams();
  const navigate = useNavigate();
  const user = useUser();
  return (
    <Page width="text">
      <MemberGate key={slug} slug={slug} title="El equipo">
        {(collective, myRole) =>
          user && (
            <TeamView
              collective={collective}
              myRole={myRole}
              userId={user._id}
              onLeft={() => navigate({ to: '/colectivos' })}
            />
          )
        }
      </MemberGate>
    </Page>
  );
}
