import { createFileRoute } from '@tanstack/react-router';
import { Page } from '../../../components/page.tsx';
import { CatalogueView } from '../../../features/activities/components/catalogue-view.tsx';
import { catalogueFilters } from '../../../features/activities/search-filters.ts';
import { useAttendance } from '../../use-attendance.tsx';

export const Route = createFileRoute('/_shell/actividades/')({
  validateSearch: catalogueFilters,
  component: CataloguePage,
});

function CataloguePage() {
  // The router keeps the URL's value of a missing key.
  const filters = Route.useSearch({ select: catalogueFilters });
  const navigate = Route.useNavigate();
  return (
    <Page width="wide">
      <CatalogueView
        filters={filters}
        onSearch={(search, { replace }) => navigate({ search, replace, resetScroll: false })}
        attendance={useAttendance()}
      />
    </Page>
  );
}
