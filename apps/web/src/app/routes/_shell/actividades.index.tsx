import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { Page } from '../../../components/page.tsx';
import { useUser } from '../../../features/accounts/api/session.ts';
import { CatalogueView } from '../../../features/activities/components/catalogue-view.tsx';
import { AttendanceButton } from '../../../features/attendance/components/attendance-button.tsx';

interface Search {
  /** The words that are searched. */
  q?: string;
}

export const Route = createFileRoute('/_shell/actividades/')({
  validateSearch: z.object({ q: z.catch(z._default(z.string().check(z.trim(), z.maxLength(200)), ''), '') }),
  search: { middlewares: [stripSearchParams({ q: '' })] },
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
