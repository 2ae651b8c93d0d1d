import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { z } from 'zod';
import { Page } from '../../../components/page.tsx';
import { useUser } from '../../../features/accounts/api/session.ts';
import { CatalogueView } from '../../../features/activities/components/catalogue-view.tsx';
import { AttendanceButton } from '../../../features/attendance/components/attendance-button.tsx';

export const Route = createFileRoute('/_shell/actividades/')({
  validateSearch: z.object({ q: z.string().trim().max(200).default('').catch('') }),
  search: { middlewares: [stripSearchParams({ q: '' })] },
  component: CataloguePage,
});

function CataloguePage() {
  const user = useUser();
  const { q } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <Page width="wide">
      <CatalogueView
        words={q}
        onSearch={words => navigate({ search: { q: words }, replace: true, resetScroll: false })}
        attendance={activity => <AttendanceButton activity={activity} viewer={user} />}
      />
    </Page>
  );
}
