import { createFileRoute, notFound } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { LoadingStatus } from '../../../../components/page/loading-status.tsx';
import { Page } from '../../../../components/page/page.tsx';

const TABS = ['gente', 'puerta', 'mensajes', 'despues', 'equipo'] as const;

/**
 * The screens of an activity for its organisers, as tabs of one page. One route: every route of its own adds its list of chunks to
 * the code of the first screen (docs/decisions/0093-organisers-page.md).
 */
export const Route = createFileRoute('/_shell/_member/tasks_/$id_/$tab')({
  params: { parse: params => params as { id: string; tab: (typeof TABS)[number] } },
  beforeLoad: ({ params: { tab } }) => {
    if (!TABS.includes(tab)) throw notFound();
  },
  component: OrganisePage,
});

// The worker caches the door without the others.
const Door = lazy(() => import('../../../organise/door.tsx').then(module => ({ default: module.Door })));
const Tabs = lazy(() => import('../../../organise/tabs.tsx').then(module => ({ default: module.Tabs })));

function OrganisePage() {
  const { id, tab } = Route.useParams();
  return (
    <Page width="wide">
      <Suspense fallback={<LoadingStatus text="Cargando…" />}>
        {tab === 'puerta' ? <Door key={id} id={id} /> : <Tabs key={id} id={id} tab={tab} />}
      </Suspense>
    </Page>
  );
}
