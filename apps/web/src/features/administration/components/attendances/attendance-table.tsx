import type { RegisteredAttendance } from '@minga/contract/administration/attendances';
import { IconTrash } from '@tabler/icons-react';
import { EmailText } from '../../../../components/email-text.tsx';
import { clockTime, shortDate } from '../../../../lib/dates.ts';
import { attendeeName, taskTitle } from '../../attendance-words.ts';
import { RowButton } from '../lists/row-button.tsx';
import { PanelCell, PanelRow, PanelTable } from '../panel-table.tsx';
import classes from './attendance-table.module.css';

interface Props {
  attendances: readonly RegisteredAttendance[];
  labelledBy: string;
  isBusy: (id: string) => boolean;
  onRemove: (attendance: RegisteredAttendance) => void;
}

const COLUMNS = ['Actividad', 'Usuario', 'Fecha de registro', 'Acciones'];
const WIDTHS = 'minmax(0, 1.1fr) minmax(0, 1fr) minmax(0, 0.9fr) 7.5rem';

export const AttendanceTable = ({ attendances, labelledBy, ...actions }: Props) => (
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
