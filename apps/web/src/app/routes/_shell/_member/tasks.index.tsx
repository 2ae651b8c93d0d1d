import type { Activity } from '@minga/contract/activities';
import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { OwnActivitiesView } from '../../../../features/activities/own/own-activities-view.tsx';
import { OwnerControls } from '../../../../features/activities/own/owner-controls.tsx';
import { ownFilter, ownSearch } from '../../../../features/activities/search.ts';
import { useCanDelete } from '../../../use-can-delete.ts';

export const Route = createFileRoute('/_shell/_member/tasks/')({
  validateSearch: ownSearch,
  component: OwnActivitiesPage,
});

// Only members of a collective and co-organisers choose.
const OwnFilterSelect = lazy(async () => ({
  default: (await import('../../../../features/collectives/own-filter-select.tsx')).OwnFilterSelect,
}));

const controls = (activity: Activity) => <Controls activity={activity} />;

function Controls({ activity }: { activity: Activity }) {
  return <OwnerControls activity={activity} canDelete={useCanDelete(activity)} />;
}

function OwnActivitiesPage() {
  // The router keeps the URL's value of a missing key.
  const search = Route.useSearch({ select: ownSearch });
  const navigate = Route.useNavigate();
  const show = (next: Record<string, unknown>) => navigate({ search: ownSearch(next), resetScroll: false });
  const { ver, colectivo } = search;
  return (
    <OwnActivitiesView
      filter={ownFilter(search)}
      onShowAll={() => show({})}
      controls={controls}
      filterControl={
        <Suspense>
          <OwnFilterSelect
            choice={
              colectivo === undefined
                ? { kind: ver === 'mias' ? 'own' : 'all' }
                : { kind: 'collective', slug: colectivo }
            }
            onChoose={choice =>
              show({
                ver: choice.kind === 'own' ? 'mias' : undefined,
                colectivo: choice.kind === 'collective' ? choice.slug : undefined,
              })
            }
          />
        </Suspense>
      }
    />
  );
}
