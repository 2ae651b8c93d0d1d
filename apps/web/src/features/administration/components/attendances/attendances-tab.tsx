import type { RegisteredAttendance } from '@minga/contract/administration/attendances';
import { EmptyState } from '../../../../components/empty-state.tsx';
import { useIntentDialog } from '../../../../components/use-intent-dialog.ts';
import { counted } from '../../../../lib/digits.ts';
import { attendanceList } from '../../api/attendance-list.ts';
import type { TabProps } from '../../dashboard-search.ts';
import { attendanceFilters, hasFilters } from '../../panel-search.ts';
import { usePanelList } from '../../use-panel-list.ts';
import { useRowActions } from '../../use-row-actions.ts';
import { PanelList } from '../lists/panel-list.tsx';
import { AttendanceFilterForm } from './attendance-filter-form.tsx';
import { AttendanceTable } from './attendance-table.tsx';
import { RemoveAttendanceDialog } from './remove-attendance-dialog.tsx';

/** 'Asistencias' (docs/rules.md R6.8): all attendances, with filters and an action to delete them. */
export function AttendancesTab(tab: TabProps) {
  const filters = attendanceFilters(tab.search);
  const list = usePanelList({
    pageOf: page => attendanceList(filters, page),
    tab,
    fallback: 'Error al obtener asistencias',
  });
  const actions = useRowActions();
  const { intent, isOpen, openWith, close } = useIntentDialog<RegisteredAttendance>();
  return (
    <>
      <AttendanceFilterForm {...tab} onRepeat={list.retry} />
      <PanelList
        list={list}
        countText={attendanceCount}
        loadingText="Cargando asistencias..."
        errorText="No pudimos traer la lista de asistencias."
        empty={hasFilters(filters) ? nothingFound : nothing}
      >
        {(rows, headingId) => (
          <AttendanceTable
            attendances={rows}
            labelledBy={headingId}
            isBusy={actions.isBusy}
            onRemove={openWith}
          />
        )}
      </PanelList>
      {intent && (
        <RemoveAttendanceDialog attendance={intent} isOpen={isOpen} onClose={close} actions={actions} />
      )}
    </>
  );
}

const attendanceCount = (count: number) => counted(count, 'asistencia', 'asistencias');

const nothing = (
  <EmptyState
    drawing="people"
    order={3}
    title="No hay asistencias"
    text="Aquí verás a quienes confirmen que van a una actividad."
  />
);

const nothingFound = (
  <EmptyState
    drawing="search"
    order={3}
    title="No hay asistencias con estos filtros"
    text="Prueba con otra actividad, otra persona u otro día."
  />
);
