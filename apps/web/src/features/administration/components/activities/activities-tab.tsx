import type { Activity } from '@minga/contract/activities';
import { EmptyState } from '../../../../components/empty-state.tsx';
import { activityList } from '../../api/activity-list.ts';
import { useSwitchPromotion } from '../../api/switch-promotion.ts';
import { activityCount } from '../../bulk-outcome-text.ts';
import type { TabProps } from '../../dashboard-search.ts';
import { activityFilters, hasFilters } from '../../panel-search.ts';
import { useActivityModeration } from '../../use-activity-moderation.tsx';
import { usePanelList } from '../../use-panel-list.ts';
import { useRowSelection } from '../../use-row-selection.ts';
import { PanelList } from '../lists/panel-list.tsx';
import { ActivityFilterForm } from './activity-filter-form.tsx';
import { ActivityTable } from './activity-table.tsx';
import { RowChoice } from './row-choice.tsx';

/** 'Actividades' (docs/rules.md R6.8): all activities, with actions to approve, reject and promote them. */
export function ActivitiesTab(tab: TabProps) {
  const filters = activityFilters(tab.search);
  const list = usePanelList({
    pageOf: page => activityList(filters, page),
    tab,
    fallback: 'Error al obtener actividades',
  });
  const { actions, onApprove, onIntent, dialogs } = useActivityModeration();
  const selection = useRowSelection(JSON.stringify(filters));
  const { mutateAsync: switchPromotion } = useSwitchPromotion();

  const runPromotion = ({ _id: id, isPromoted }: Activity) =>
    void actions.run({
      id,
      call: () => switchPromotion({ id, promotion: !isPromoted }),
      success: isPromoted ? 'La actividad ya no está promocionada' : 'Actividad promocionada',
      fallback: 'Error al cambiar promoción de actividad',
    });

  return (
    <>
      <ActivityFilterForm {...tab} onRepeat={list.retry} />
      <PanelList
        list={list}
        countText={activityCount}
        loadingText="Cargando actividades..."
        errorText="No pudimos traer la lista de actividades."
        empty={hasFilters(filters) ? nothingFound : nothing}
      >
        {(rows, headingId) => (
          <>
            <RowChoice selection={selection} page={rows} />
            <ActivityTable
              activities={rows}
              labelledBy={headingId}
              selection={selection}
              isBusy={actions.isBusy}
              onApprove={onApprove}
              onPromote={runPromotion}
              onIntent={onIntent}
            />
          </>
        )}
      </PanelList>
      {dialogs}
    </>
  );
}

const nothing = (
  <EmptyState
    drawing="seedling"
    order={3}
    title="No hay actividades"
    text="Aquí verás lo que publiquen las personas."
  />
);

const nothingFound = (
  <EmptyState
    drawing="search"
    order={3}
    title="No hay actividades con estos filtros"
    text="Prueba con otras palabras, o con otro estado."
  />
);
