import type { RegisteredAttendance } from '@minga/contract/administration/attendances';
import { DELETED_NAME } from '@minga/contract/text';

/** The attendee's name, or that the account was deleted. */
export const attendeeName = ({ user }: Pick<RegisteredAttendance, 'user'>): string =>
  user?.username ?? DELETED_NAME;

/** The activity's title, or that the activity was deleted. */
export const taskTitle = ({ task }: Pick<RegisteredAttendance, 'task'>): string =>
  task?.title ?? 'Actividad eliminada';
