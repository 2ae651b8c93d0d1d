import { createFileRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';
import { Suspense } from 'react';
import { LoadingStatus } from '../../../../components/page/loading-status.tsx';
import { Page } from '../../../../components/page/page.tsx';
import { OrganisedActivity, OrganisedDoor } from '../../../../features/activities/own/organised-activity.tsx';

type Tab = 'gente' | 'puerta' | 'mensajes' | 'despues' | 'equipo';

/**
 * The screens of an activity for its organisers, as tabs of one page. One route: every route of its own adds its list of chunks to
 * the code of the first screen (docs/decisions/0093-organisers-page.md).
 */
export const Route = createFileRoute('/_shell/_member/tasks_/$id_/$tab')({
  params: { parse: params => params as { id: string; tab: Tab } },
  component: OrganisePage,
});

const Door = lazyRouteComponent(() => import('../../../organise/door.tsx'), 'Door');
const screens = {
  gente: lazyRouteComponent(() => import('../../../organise/people.tsx'), 'People'),
  mensajes: lazyRouteComponent(() => import('../../../organise/messages.tsx'), 'Messages'),
  despues: lazyRouteComponent(() => import('../../../organise/after.tsx'), 'After'),
  equipo: lazyRouteComponent(() => import('../../../organise/team.tsx'), 'Team'),
};
const loading = <LoadingStatus text="Cargando…" />;

function OrganisePage() {
  const { id, tab } = Route.useParams();
  if (tab !== 'puerta' && !Object.hasOwn(screens, tab)) throw notFound();
  if (tab === 'puerta')
    return (
      <Page width="wide">
        <OrganisedDoor key={id} id={id}>
          {hasTabs => (
            <Suspense fallback={loading}>
              <Door id={id} hasTabs={hasTabs} />
            </Suspense>
          )}
        </OrganisedDoor>
      </Page>
    );
  const Screen = screens[tab];
  return (
    <Page width="wide">
      <OrganisedActivity key={id} id={id} isText={tab !== 'gente'}>
        {activity => (
          <Suspense fallback={loading}>
            <Screen activity={activity} />
          </Suspense>
        )}
      </OrganisedActivity>
    </Page>
  );
}
