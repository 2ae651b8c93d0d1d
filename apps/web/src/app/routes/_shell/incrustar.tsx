import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { Page } from '../../../components/page/page.tsx';
import { collectiveNames } from '../../../features/collectives/api.ts';
import { EmbedView } from '../../../features/embedding/embed-view.tsx';
import { embedFilters } from '../../../features/embedding/model.ts';

export const Route = createFileRoute('/_shell/incrustar')({ component: EmbedPage });

function EmbedPage() {
  const start = Route.useSearch({ select: embedFilters });
  const { data: collectives = [] } = useQuery(collectiveNames);
  return (
    <Page width="wide">
      <EmbedView start={start} collectives={collectives} />
    </Page>
  );
}
