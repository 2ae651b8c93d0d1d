import type { Activity } from '@minga/contract/activities';
import { EmptyState } from '../../../../components/empty-state.tsx';
import { useIntentDialog } from '../../../../components/use-intent-dialog.ts';
import type { ActivityIntent, ModerationScope } from '../../activity-actions.ts';
import { activityList } from '../../api/activity-list.ts';
import { useApproveActivity } from '../../api/approve-activity.ts';
import { useSwitchPromotion } from '../../api/switch-promotion.ts';
import { useUndoApproval } from '../../api/undo-approval.ts';
import { activityCount } from '../../bulk-outcome-text.ts';
import type { TabProps } from '../../dashboard-search.ts';
import { activityFilters, hasFilters } from '../../panel-search.ts';
import { usePanelList } from '../../use-panel-list.ts';
import { useRowActions } from '../../use-row-actions.ts';
import { useRowSelection } from '../../use-row-selection.ts';
import { PanelList } from '../lists/panel-list.tsx';
import { ActivityDetailsDialog } from './activity-details-dialog.tsx';
import { ActivityFilterForm } from './activity-filter-form.tsx';
import { ActivityTable } from './activity-table.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import { RowChoice } from './row-choice.tsx';

/** 'Actividades' (spec 001 section 2.7): all activities, with actions to approve, reject and promote them. */
export function ActivitiesTab(tab: TabProps) {
  const filters = activityFilters(tab.search);
  const list = usePanelList({
    pageOf: page => activityList(filters, page),
    tab,
    fallback: 'Error al obtener actividades',
  });
  const actions = useRowActions();
  const selection = useRowSelection(JSON.stringify(filters));
  const { mutateAsync: approve } = useApproveActivity();
  const { mutateAsync: undoApproval } = useUndoApproval();
  const { mutateAsync: switchPromotion } = useSwitchPromotion();
  const { intent, isOpen, openWith, close } = useIntentDialog<ActivityIntent>();

  const runApproval = ({ _id: id }: Activity, scope: ModerationScope) =>
    void actions.run({
      id,
      call: () => approve({ id, scope }),
      success: scope === 'all' ? 'Serie aprobada' : 'Actividad aprobada',
      fallback: 'Error al aprobar actividad',
      undo: {
        call: () => undoApproval({ id, scope }),
        success:
          scope === 'all' ? 'La serie vuelve a estar pendiente' : 'La actividad vuelve a estar pendiente',
        fallback: 'Error al deshacer la aprobación',
      },
    });

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
              onApprove={runApproval}
              onPromote={runPromotion}
              onIntent={openWith}
            />
          </>
        )}
      </PanelList>
      {intent?.kind === 'details' && (
        <ActivityDetailsDialog
          activity={intent.activity}
          isOpen={isOpen}
          onClose={close}
          onWithdraw={() => openWith({ kind: 'reject', activity: intent.activity })}
        />
      )}
      {intent?.kind === 'reject' && (
        <RejectDialog activity={intent.activity} isOpen={isOpen} onClose={close} actions={actions} />
      )}
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
