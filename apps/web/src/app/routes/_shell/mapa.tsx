import { createFileRoute } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { Page } from '../../../components/page/page.tsx';
import { useUser } from '../../../features/accounts/session/session.ts';
import { MapView } from '../../../features/activities/catalogue/map-view.tsx';
import { mapSearch } from '../../../features/activities/search.ts';
import { useClientValue } from '../../../lib/use-client-value.ts';
import { useGoingMark } from '../../use-going-mark.tsx';

export const Route = createFileRoute('/_shell/mapa')({
  validateSearch: mapSearch,
  component: MapPage,
});

const GroundNote = lazy(() =>
  import('../../../features/administration/superadmin/ground-command.tsx').then(
    module => ({ default: module.GroundNote as () => ReactNode }),
    () => ({ default: () => null }),
  ),
);

/** The parts that only administrators are offered. */
function AdministratorNote() {
  const role = useUser()?.role ?? 'user';
  return (
    useClientValue(role !== 'user', false) && (
      <Suspense>
        <GroundNote />
      </Suspense>
    )
  );
}

function MapPage() {
  // The router keeps the URL's value of a missing key.
  const { actividad, ...filters } = Route.useSearch({ select: mapSearch });
  const navigate = Route.useNavigate();
  return (
    <Page width="wide">
      <MapView
        filters={filters}
        focusId={actividad}
        mark={useGoingMark()}
        note={<AdministratorNote />}
        onSearch={search => navigate({ search, replace: true, resetScroll: false })}
      />
    </Page>
  );
}
