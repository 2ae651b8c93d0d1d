import { EmptyState } from '../../../components/empty-state.tsx';
import { counted } from '../../../lib/digits.ts';
import { collectiveList } from '../api.ts';
import { PanelList, SearchPanel, usePanelList } from '../panel-list.tsx';
import { collectiveFilters, hasFilters, type TabProps } from '../search.ts';
import { useCollectiveActions } from '../use-collective-actions.ts';
import { CollectiveTable } from './collective-table.tsx';

/** 'Colectivos': all of them, with actions to verify, activate and deactivate them (docs/rules.md R14.8). */
export function CollectivesTab(tab: TabProps) {
  const filters = collectiveFilters(tab.search);
  const list = usePanelList({
    pageOf: page => collectiveList(filters, page),
    tab,
    fallback: 'Error al obtener colectivos',
  });
  const actions = useCollectiveActions();

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
        {(rows, headingId) => <CollectiveTable collectives={rows} labelledBy={headingId} {...actions} />}
      </PanelList>
    </>
  );
}

const collectiveCount = (count: number) => counted(count, 'colectivo', 'colectivos');

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

const STATUSES = [
  { value: '', label: 'Todos' },
  { value: 'held', label: 'En revisión' },
  { value: 'active', label: 'Activos' },
  { value: 'inactive', label: 'Desactivados' },
];

function CollectiveFilterPanel(tab: TabProps) {
  const { status, search: words = '' } = collectiveFilters(tab.search);
  return (
    <SearchPanel
      {...tab}
      words={words}
      placeholder="Nombre del colectivo"
      selections={[{ label: 'Estado', name: 'estado', options: STATUSES, value: status }]}
    />
  );
}
