import { createFileRoute } from '@tanstack/react-router';
import { Page } from '../../../components/page.tsx';
import { CatalogueView } from '../../../features/activities/components/catalogue-view.tsx';
import { filtersIn, type SearchFilters } from '../../../features/activities/search-filters.ts';
import { useAttendance } from '../../use-attendance.tsx';

/** What is to come is what one means without saying so: it is not named in the address. */
const visitorFilters = (search: Record<string, unknown>): SearchFilters => {
  const { q, date } = filtersIn(search);
  return { q, date: date === 'pasadas' ? date : undefined };
};

export const Route = createFileRoute('/_shell/actividades/')({
  validateSearch: visitorFilters,
  component: CataloguePage,
});

function CataloguePage() {
  const filters = Route.useSearch();
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
