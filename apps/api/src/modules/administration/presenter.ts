import type { Account } from '@minga/contract/administration/account';
import type { RegisteredAttendance } from '@minga/contract/administration/attendances';
import { SITE_NAME } from '@minga/contract/site-words';
import { localTime } from '../../platform/local-time.ts';
import type { UserRow } from '../accounts/repository.ts';
import type { RegisteredRow } from '../attendance/participants/repository.ts';
import type { RecordedAction } from './repository.ts';

const deeds: Record<RecordedAction['action'], string> = {
  'admin.create': 'creó la cuenta de administración',
  'admin.update': 'cambió la cuenta de administración',
  'admin.deactivate': 'retiró la administración a la cuenta',
  'admin.reactivate': 'devolvió la administración a la cuenta',
  'admin.delete': 'eliminó la cuenta de administración',
  'user.update': 'cambió la cuenta',
  'user.activate': 'activó la cuenta',
  'user.deactivate': 'desactivó la cuenta',
  'user.delete': 'eliminó la cuenta',
  'account.second-factor-reset': 'pidió quitar el segundo factor de la cuenta',
  'account.second-factor-removed': 'quitó, pasadas 24 horas, el segundo factor de la cuenta',
  'superadmin.reset': 'recibió otro correo y otra contraseña, con la orden del servidor, en la cuenta',
  'activity.approve': 'aprobó la actividad',
  'activity.undo-approval': 'deshizo la aprobación de la actividad',
  'activity.reject': 'rechazó la actividad',
  'activity.undo-rejection': 'deshizo el rechazo de la actividad',
  'activity.delete': 'eliminó la actividad',
  'activity.promote': 'promocionó la actividad',
  'activity.unpromote': 'terminó la promoción de la actividad',
  'collective.verify': 'verificó el colectivo',
  'collective.unverify': 'retiró la verificación al colectivo',
  'collective.activate': 'activó el colectivo',
  'collective.deactivate': 'desactivó el colectivo',
  'attendance.delete': 'eliminó la asistencia',
  'site.update': 'cambió la identidad del sitio, versión',
  'site.block-peer': 'bloqueó otro servidor,',
  'site.unblock-peer': 'desbloqueó otro servidor,',
  'trust.update': 'cambió lo que se retiene para revisar, versión',
  'report.dismiss': 'descartó los reportes de',
  'report.hide': 'ocultó por reportes',
  'report.delete': 'eliminó por reportes',
  'report.ban': 'ocultó por reportes, con la cuenta de quien lo publicó,',
  'report.undo': 'deshizo la decisión sobre los reportes de',
  'report.superseded': 'ya no aplicó, porque después se decidió otra cosa, su decisión sobre los reportes de',
  'report.appeal': 'pidió que se revise de nuevo la actividad',
  'job.retry': 'volvió a intentar la tarea',
  'job.discard': 'descartó el correo',
  'legal.update': 'cambió el texto legal',
  'legal.reset': `volvió al texto legal de ${SITE_NAME}`,
};

/** Formats an action as one line for a terminal: time, actor, action and target. */
export function presentAction(
  { at, actorId, actorName, action, targetId, details }: RecordedAction,
  timeZone: string,
): string {
  const when = localTime(at, timeZone).replace('T', ' ');
  const actor = actorName ?? `cuenta eliminada ${actorId}`;
  const more = [
    details.fields && `campos: ${details.fields.join(', ')}`,
    details.dates && `fechas de la serie: ${details.dates}`,
    details.queue && `cola: ${details.queue}`,
    details.host && `servidor: ${details.host}`,
    details.reason && `motivo: ${details.reason.replace(/\s+/g, ' ')}`,
  ].filter(Boolean);
  return `${when}  ${actor}: ${deeds[action]} ${targetId}${more.length > 0 ? ` (${more.join('; ')})` : ''}`;
}

/** An account as administrators see it. */
export const presentAccount = (
  user: Pick<UserRow, 'id' | 'username' | 'email' | 'phone' | 'role' | 'isActive' | 'createdAt'>,
): Account => ({
  _id: user.id,
  username: user.username,
  email: user.email,
  phone: user.phone,
  role: user.role,
  isActive: user.isActive,
  createdAt: user.createdAt.toISOString(),
});

/** The attendance of a deleted account has neither a name nor an e-mail, so that its `user` is null. */
export const presentRegistered = ({
  attendance: { id, name, email, createdAt },
  activity,
  linked,
  known,
}: RegisteredRow): RegisteredAttendance => {
  const account = linked ?? known;
  const visitor = email === null ? null : { _id: null, username: name ?? '', email };
  return {
    _id: id,
    task: activity && { _id: activity.id, title: activity.title, date: activity.date.toISOString() },
    user: account === null ? visitor : { _id: account.id, username: account.username, email: account.email },
    createdAt: createdAt.toISOString(),
  };
};
