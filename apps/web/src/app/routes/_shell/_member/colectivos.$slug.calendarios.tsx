import { createFileRoute } from '@tanstack/react-router';
import { Page } from '../../../../components/page/page.tsx';
import { CalendarsView } from '../../../../features/calendars/calendars-view.tsx';
import { MemberGate } from '../../../../features/collectives/member-gate.tsx';

export const Route = createFileRoute('/_shell/_member/colectivos/$slug/calendarios')({
  component: CalendarsPage,
});

function CalendarsPage() {
  const { slug } = Route.useParams();
  return (
    <Page width="text">
      <MemberGate key={slug} slug={slug} title="Traer de un calendario">
        {(collective, role) => <CalendarsView collective={collective} role={role} />}
      </MemberGate>
    </Page>
  );
}
