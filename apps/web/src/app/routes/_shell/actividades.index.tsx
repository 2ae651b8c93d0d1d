import { createFileRoute } from '@tanstack/react-router';
import { Page } from '../../../components/page.tsx';
import { useUser } from '../../../features/accounts/api/session.ts';
import { CatalogueView } from '../../../features/activities/components/catalogue-view.tsx';
import { AttendanceButton } from '../../../features/attendance/components/attendance-button.tsx';

interface Search {
  /** The words that are searched. */
  q?: string;
}

export const Route = createFileRoute('/_shell/actividades/')({
  validateSearch: ({ q }: Record<string, unknown>): Search =>
    typeof q === 'string' && q !== '' ? { q } : {},
  component: CataloguePage,
});

function CataloguePage() {
  const user = useUser();
  const { q = '' } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <Page width="wide">
      <CatalogueView
        words={q}
        onSearch={words =>
          navigate({ search: words === '' ? {} : { q: words }, replace: true, resetScroll: false })
        }
        attendance={activity => <AttendanceButton activity={activity} viewer={user} />}
      />
    </Page>
  );
}
