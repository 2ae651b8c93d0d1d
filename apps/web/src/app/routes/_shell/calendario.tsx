import { createFileRoute } from '@tanstack/react-router';
import { Page } from '../../../components/page.tsx';
import { calendarSearch } from '../../../features/activities/calendar-search.ts';
import { CalendarView } from '../../../features/activities/components/calendar/calendar-view.tsx';

export const Route = createFileRoute('/_shell/calendario')({
  validateSearch: calendarSearch,
  component: CalendarPage,
});

function CalendarPage() {
  // The router keeps the URL's value of a missing key.
  const search = Route.useSearch({ select: calendarSearch });
  const navigate = Route.useNavigate();
  return (
    <Page width="wide">
      <CalendarView
        search={search}
        onSearch={next => navigate({ search: next, replace: true, resetScroll: false })}
      />
    </Page>
  );
}
