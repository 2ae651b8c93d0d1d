import {
  listAllAttendances,
  type RegisteredAttendance,
  removeAttendance,
} from '@minga/contract/administration/attendances';
import { DELETED_NAME } from '@minga/contract/text';
import { IconTrash } from '@tabler/icons-react';
import { EmailText } from '../../../components/email-text.tsx';
import { clockTime, shortDate } from '../../../lib/dates/dates.ts';
import { ignoreNotFound } from '../../../lib/errors/ignore-not-found.ts';
import { call } from '../../../lib/server/api.ts';
import { confirmDeletion } from '../confirm-deletion.tsx';
import classes from '../panel.module.css';
import { type ListDescription, PanelList } from '../panel-list.tsx';
import { useRowActions } from '../row-actions.tsx';
import { attendanceFilters, type TabProps } from '../search.ts';
import { AttendanceFilterForm } from './attendance-filter-form.tsx';

/** 'Asistencias' (docs/rules.md R6.8): all attendances, with filters and an action to delete them. */
export const AttendancesTab = (tab: TabProps) => (
  <PanelList of={attendancesList} tab={tab} actions={useRowActions()} />
);

const attendancesList: ListDescription<typeof listAllAttendances> = {
  endpoint: listAllAttendances,
  filtersIn: attendanceFilters,
  filterPanel: (tab, repeat) => <AttendanceFilterForm tab={tab} onRepeat={repeat} />,
  nouns: ['asistencia', 'asistencias'],
  empty: {
    drawing: 'people',
    text: 'Aquí verás a quienes confirmen que van a una actividad.',
    filtered: 'Prueba con otra actividad, otra persona u otro día.',
  },
  idOf: ({ _id }) => _id,
  columns: [
    {
      name: 'Actividad',
      width: 'minmax(0, 1.1fr)',
      cell: attendance => (
        <span>
          <span className={attendance.task ? 'strong' : classes.deleted}>{taskTitle(attendance)}</span>
          {attendance.task && <span className={classes.detail}>{shortDate(attendance.task.date)}</span>}
        </span>
      ),
    },
    {
      name: 'Usuario',
      width: 'minmax(0, 1fr)',
      cell: attendance => <AttendeeCell {...attendance} />,
    },
    {
      name: 'Fecha de registro',
      width: 'minmax(0, 0.9fr)',
      label: 'Registro',
      cell: ({ createdAt }) => `${shortDate(createdAt)}, ${clockTime(createdAt)}`,
    },
  ],
  buttons: {
    width: '7.5rem',
    about: attendance => `${attendeeName(attendance)}, ${taskTitle(attendance)}`,
    of: attendance => [
      {
        label: 'Eliminar',
        icon: IconTrash,
        tone: 'clay',
        dialog: confirmDeletion({
          id: attendance._id,
          title: '¿Estás seguro de eliminar este registro de asistencia?',
          subject: attendeeName(attendance),
          detail: taskTitle(attendance),
          consequences:
            'Sale de la lista de participantes con sus recordatorios, y avisaremos a quien organiza. Esta acción no se puede deshacer.',
          // A 404 counts as success.
          call: () => ignoreNotFound(call(removeAttendance, { params: { id: attendance._id } })),
          success: 'Asistencia eliminada',
          fallback: 'Error al eliminar asistencia',
        }),
      },
    ],
  },
};

const AttendeeCell = ({ user }: Pick<RegisteredAttendance, 'user'>) => (
  <span>
    <bdi className={user ? 'strong' : classes.deleted}>{attendeeName({ user })}</bdi>
    {user && (
      <span className={classes.detail}>
        <EmailText email={user.email} />
      </span>
    )}
    {user?._id === null && <span className={classes.detail}>Sin cuenta</span>}
  </span>
);

/** The attendee's name, or that the account was deleted. */
const attendeeName = ({ user }: Pick<RegisteredAttendance, 'user'>): string => user?.username ?? DELETED_NAME;

/** The activity's title, or that the activity was deleted. */
const taskTitle = ({ task }: Pick<RegisteredAttendance, 'task'>): string =>
  task?.title ?? 'Actividad eliminada';
