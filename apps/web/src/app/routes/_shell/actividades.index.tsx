import { createFileRoute } from '@tanstack/react-router';
import { Page } from '../../../components/page/page.tsx';
import { useUser } from '../../../features/accounts/session/session.ts';
import { CatalogueView } from '../../../features/activities/catalogue/catalogue-view.tsx';
import { catalogueFilters } from '../../../features/activities/search.ts';
import { SaveSearchButton } from '../../../features/saved-searches/save-search-button.tsx';
import { useGoingMark } from '../../use-going-mark.tsx';

export const Route = createFileRoute('/_shell/actividades/')({
  validateSearch: catalogueFilters,
  component: CataloguePage,
});

function CataloguePage() {
  // The router keeps the URL's value of a missing key.
  const filters = Route.useSearch({ select: catalogueFilters });
  const navigate = Route.useNavigate();
  const isSignedIn = useUser() !== null;
  return (
    <Page width="wide">
      <CatalogueView
        filters={filters}
        onSearch={(search, { replace }) => navigate({ search, replace, resetScroll: false })}
        mark={useGoingMark()}
        saveSearch={shown => <SaveSearchButton filters={shown} isSignedIn={isSignedIn} />}
      />
    </Page>
  );
}
