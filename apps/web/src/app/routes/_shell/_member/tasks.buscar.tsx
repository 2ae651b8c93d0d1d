import type { Activity } from '@minga/contract/activities';
import { createFileRoute } from '@tanstack/react-router';
import { useUser } from '../../../../features/accounts/session/session.ts';
import { SearchOwnControls } from '../../../../features/activities/own/search-own-controls.tsx';
import { SearchView } from '../../../../features/activities/own/search-view.tsx';
import { parseFilters } from '../../../../features/activities/search.ts';
import { useAttendance } from '../../../use-attendance.tsx';
import { useCanDelete } from '../../../use-can-delete.ts';

export const Route = createFileRoute('/_shell/_member/tasks/buscar')({
  validateSearch: parseFilters,
  component: SearchPage,
});

const controls = (activity: Activity, refetchSearch: () => void) => (
  <Controls activity={activity} refetchSearch={refetchSearch} />
);

function Controls({ activity, refetchSearch }: { activity: Activity; refetchSearch: () => void }) {
  const user = useUser();
  const canDelete = useCanDelete(activity);
  return (
    user && (
      <SearchOwnControls
        activity={activity}
        viewerId={user._id}
        canDelete={canDelete}
        refetchSearch={refetchSearch}
      />
    )
  );
}

function SearchPage() {
  // The router keeps the URL's value of a missing key.
  const filters = Route.useSearch({ select: parseFilters });
  const navigate = Route.useNavigate();
  return (
    <SearchView
      filters={filters}
      onSearch={(search, { replace }) => navigate({ search, replace, resetScroll: false })}
      attendance={useAttendance()}
      controls={controls}
    />
  );
}
