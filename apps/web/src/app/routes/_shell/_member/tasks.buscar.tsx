import { createFileRoute } from '@tanstack/react-router';
import { SearchView } from '../../../../features/activities/components/search-view.tsx';
import { parseFilters } from '../../../../features/activities/search-filters.ts';
import { useAttendance } from '../../../use-attendance.tsx';

export const Route = createFileRoute('/_shell/_member/tasks/buscar')({
  validateSearch: parseFilters,
  component: SearchPage,
});

function SearchPage() {
  // The router keeps the URL's value of a missing key.
  const filters = Route.useSearch({ select: parseFilters });
  const navigate = Route.useNavigate();
  return (
    <SearchView
      filters={filters}
      onSearch={(search, { replace }) => navigate({ search, replace, resetScroll: false })}
      attendance={useAttendance()}
    />
  );
}
