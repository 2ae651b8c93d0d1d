import type { RegisteredAttendance } from '@minga/contract/administration/attendances';
import { DELETED_NAME } from '@minga/contract/text';
import { IconTrash } from '@tabler/icons-react';
import { ConfirmDialog, Consequences } from '../../../components/confirm-dialog.tsx';
import { EmailText } from '../../../components/email-text.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { useIntentDialog } from '../../../components/use-lazy-dialog.ts';
import { clockTime, shortDate } from '../../../lib/dates.ts';
import { counted } from '../../../lib/digits.ts';
import { attendanceList, useRemoveAttendance } from '../api.ts';
import { PanelList, RowButton, usePanelList } from '../panel-list.tsx';
import { PanelCell, PanelRow, PanelTable } from '../panel-table.tsx';
import { type RowActions, useRowActions } from '../row-actions.ts';
import { attendanceFilters, hasFilters, type TabProps } from '../search.ts';
import { AttendanceFilterForm } from './attendance-filter-form.tsx';
import classes from './lists.module.css';

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

interface Props {
  attendances: readonly RegisteredAttendance[];
  labelledBy: string;
  isBusy: (id: string) => boolean;
  onRemove: (attendance: RegisteredAttendance) => void;
}

const COLUMNS = ['Actividad', 'Usuario', 'Fecha de registro', 'Acciones'];
const WIDTHS = 'minmax(0, 1.1fr) minmax(0, 1fr) minmax(0, 0.9fr) 7.5rem';

const AttendanceTable = ({ attendances, labelledBy, ...actions }: Props) => (
  <PanelTable labelledBy={labelledBy} columns={COLUMNS} widths={WIDTHS}>
    {attendances.map(attendance => (
      <AttendanceRow key={attendance._id} attendance={attendance} {...actions} />
    ))}
  </PanelTable>
);

interface RowProps extends Omit<Props, 'attendances' | 'labelledBy'> {
  attendance: RegisteredAttendance;
}

function AttendanceRow({ attendance, isBusy, onRemove }: RowProps) {
  const { _id, task, user, createdAt } = attendance;
  return (
    <PanelRow id={_id}>
      <PanelCell label="Actividad">
        <span>
          <span className={task ? classes.name : classes.deleted}>{taskTitle(attendance)}</span>
          {task && <span className={classes.detail}>{shortDate(task.date)}</span>}
        </span>
      </PanelCell>
      <PanelCell label="Usuario">
        <span>
          <bdi className={user ? classes.name : classes.deleted}>{attendeeName(attendance)}</bdi>
          {user && (
            <span className={classes.detail}>
              <EmailText email={user.email} />
            </span>
          )}
          {user?._id === null && <span className={classes.detail}>Sin cuenta</span>}
        </span>
      </PanelCell>
      <PanelCell label="Registro">{`${shortDate(createdAt)}, ${clockTime(createdAt)}`}</PanelCell>
      <PanelCell isActions>
        <RowButton
          tone="clay"
          icon={<IconTrash size={18} aria-hidden />}
          about={`${attendeeName(attendance)}, ${taskTitle(attendance)}`}
          isBusy={isBusy(_id)}
          onClick={() => onRemove(attendance)}
        >
          Eliminar
        </RowButton>
      </PanelCell>
    </PanelRow>
  );
}

/** The attendee's name, or that the account was deleted. */
const attendeeName = ({ user }: Pick<RegisteredAttendance, 'user'>): string => user?.username ?? DELETED_NAME;

/** The activity's title, or that the activity was deleted. */
const taskTitle = ({ task }: Pick<RegisteredAttendance, 'task'>): string =>
  task?.title ?? 'Actividad eliminada';

interface RemoveAttendanceDialogProps {
  attendance: RegisteredAttendance;
  isOpen: boolean;
  onClose: () => void;
  actions: RowActions;
}

function RemoveAttendanceDialog({ attendance, isOpen, onClose, actions }: RemoveAttendanceDialogProps) {
  const remove = useRemoveAttendance();
  const { _id: id } = attendance;

  function confirm() {
    onClose();
    void actions.run({
      id,
      call: () => remove.mutateAsync(id),
      success: 'Asistencia eliminada',
      fallback: 'Error al eliminar asistencia',
    });
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="¿Estás seguro de eliminar este registro de asistencia?"
      confirmLabel="Eliminar"
      onConfirm={confirm}
      onCancel={onClose}
    >
      <Consequences subject={attendeeName(attendance)} detail={taskTitle(attendance)}>
        Sale de la lista de participantes con sus recordatorios, y avisaremos a quien organiza. Esta acción no
        se puede deshacer.
      </Consequences>
    </ConfirmDialog>
  );
}
