import { createFileRoute } from '@tanstack/react-router';
import { Page } from '../../../components/page/page.tsx';
import { useUser } from '../../../features/accounts/session/session.ts';
import { collectiveSearch } from '../../../features/collectives/collective-search.ts';
import { CollectivesView } from '../../../features/collectives/collectives-view.tsx';

export const Route = createFileRoute('/_shell/colectivos/')({
  validateSearch: collectiveSearch,
  component: CollectivesPage,
});

function CollectivesPage() {
  // The router keeps the URL's value of a missing key.
  const { q } = Route.useSearch({ select: collectiveSearch });
  const navigate = Route.useNavigate();
  const isSignedIn = useUser() !== null;
  return (
    <Page width="wide">
      <CollectivesView
        words={q}
        isSignedIn={isSignedIn}
        onSearch={(words, { replace }) =>
          navigate({ search: collectiveSearch({ q: words }), replace, resetScroll: false })
        }
      />
    </Page>
  );
}
