import { createFileRoute } from '@tanstack/react-router';
import { Page } from '../../../components/page/page.tsx';
import { MapView } from '../../../features/activities/catalogue/map-view.tsx';
import { mapSearch } from '../../../features/activities/search.ts';
import { useGoingMark } from '../../use-going-mark.tsx';

export const Route = createFileRoute('/_shell/mapa')({
  validateSearch: mapSearch,
  component: MapPage,
});

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
        onSearch={search => navigate({ search, replace: true, resetScroll: false })}
      />
    </Page>
  );
}
