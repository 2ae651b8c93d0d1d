import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { Page } from '../../../components/page/page.tsx';
import { oneCollective } from '../../../features/collectives/api.ts';
import { impactSearch } from '../../../features/impact/impact-search.ts';
import { ImpactView } from '../../../features/impact/impact-view.tsx';

export const Route = createFileRoute('/_shell/impacto')({
  validateSearch: impactSearch,
  component: ImpactPage,
});

function ImpactPage() {
  // The router keeps the URL's value of a missing key.
  const { colectivo } = Route.useSearch({ select: impactSearch });
  const { data } = useQuery({ ...oneCollective(colectivo ?? ''), enabled: colectivo !== undefined });
  return (
    <Page width="wide">
      <ImpactView slug={colectivo} name={data?.name} />
    </Page>
  );
}
