import { createFileRoute } from '@tanstack/react-router';
import { Page } from '../../../components/page/page.tsx';
import { CalendarView } from '../../../features/activities/calendar/calendar-view.tsx';
import { calendarSearch } from '../../../features/activities/search.ts';
import { useGoingMark } from '../../use-going-mark.tsx';

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
        mark={useGoingMark()}
        onSearch={next => navigate({ search: next, replace: true, resetScroll: false })}
      />
    </Page>
  );
}
