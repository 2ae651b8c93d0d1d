import type { Collective } from '@minga/contract/collectives';
import { EmptyState } from '../../../../components/empty-state.tsx';
import { digits } from '../../../../lib/digits.ts';
import { useChangeCollectiveStatus } from '../../api/change-collective-status.ts';
import { collectiveList } from '../../api/collective-list.ts';
import { useVerifyCollective } from '../../api/verify-collective.ts';
import type { TabProps } from '../../dashboard-search.ts';
import { collectiveFilters, hasFilters } from '../../panel-search.ts';
import { usePanelList } from '../../use-panel-list.ts';
import { useRowActions } from '../../use-row-actions.ts';
import { PanelList } from '../lists/panel-list.tsx';
import { CollectiveFilterPanel } from './collective-filter-panel.tsx';
import { CollectiveTable } from './collective-table.tsx';

const VERIFY_FAILED = 'Error al cambiar la verificación';
const STATUS_FAILED = 'Error al cambiar estado del colectivo';

/** 'Colectivos': all of them, with actions to verify, activate and deactivate them (COMMUNITY.md section 14). */
export function CollectivesTab(tab: TabProps) {
  const filters = collectiveFilters(tab.search);
  const list = usePanelList({
    pageOf: page => collectiveList(filters, page),
    tab,
    fallback: 'Error al obtener colectivos',
  });
  const actions = useRowActions();
  const verification = useVerifyCollective();
  const status = useChangeCollectiveStatus();

  const verify = ({ _id: id, isVerified }: Collective) =>
    void actions.run({
      id,
      call: () => verification.mutateAsync({ id, isVerified: !isVerified }),
      success: isVerified ? 'Verificación retirada' : 'Colectivo verificado',
      fallback: VERIFY_FAILED,
      clearsItself: true,
      undo: {
        call: () => verification.mutateAsync({ id, isVerified }),
        success: isVerified ? 'Colectivo verificado de nuevo' : 'Verificación retirada',
        fallback: VERIFY_FAILED,
      },
    });

  const changeStatus = ({ _id: id }: Collective, isActive: boolean) =>
    void actions.run({
      id,
      call: () => status.mutateAsync({ id, isActive }),
      success: isActive ? 'Colectivo activado' : 'Colectivo desactivado',
      fallback: STATUS_FAILED,
      clearsItself: true,
      ...(!isActive && {
        undo: {
          call: () => status.mutateAsync({ id, isActive: true }),
          success: 'Colectivo activado de nuevo',
          fallback: STATUS_FAILED,
        },
      }),
    });

  return (
    <>
      <CollectiveFilterPanel {...tab} />
      <PanelList
        list={list}
        countText={collectiveCount}
        loadingText="Cargando colectivos..."
        errorText="No pudimos traer la lista de colectivos."
        empty={hasFilters(filters) ? nothingFound : nothing}
      >
        {(rows, headingId) => (
          <CollectiveTable
            collectives={rows}
            labelledBy={headingId}
            isBusy={actions.isBusy}
            onVerify={verify}
            onStatus={changeStatus}
          />
        )}
      </PanelList>
    </>
  );
}

const collectiveCount = (count: number) => `${digits(count)} ${count === 1 ? 'colectivo' : 'colectivos'}`;

const nothing = (
  <EmptyState
    drawing="people"
    order={3}
    title="No hay colectivos"
    text="Aquí verás los que la gente vaya creando."
  />
);

const nothingFound = (
  <EmptyState
    drawing="search"
    order={3}
    title="No hay colectivos con estos filtros"
    text="Prueba con otras palabras, o con otro estado."
  />
);
