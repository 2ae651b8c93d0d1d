import type { Profile } from '@minga/contract/profile';
import { digits } from '../../../../lib/digits.ts';

type Counts = Pick<Profile, 'activityCount' | 'upcomingCount' | 'attendanceCount'>;

/** Describes what the account's deletion removes, with the actual counts (docs/rules.md R6.5). */
export function deletionConsequences({ activityCount, upcomingCount, attendanceCount }: Counts): string[] {
  return [
    ...(activityCount > 0 ? [activities(activityCount) + upcoming(activityCount, upcomingCount)] : []),
    ...(attendanceCount > 0 ? [attendances(attendanceCount)] : []),
    'Se borran tus datos y tus recordatorios, y se cierran todas tus sesiones.',
    'No se puede deshacer.',
  ];
}

const activities = (count: number) =>
  count === 1
    ? 'Se elimina tu actividad, con su imagen y su lista de participantes.'
    : `Se eliminan tus ${digits(count)} actividades, con sus imágenes y sus listas de participantes.`;

function upcoming(activityCount: number, count: number): string {
  if (count === 0) return '';
  return ` ${upcomingClause(activityCount, count)}: quienes iban a ir ya no tendrán noticias por Minga, así que cuéntales antes.`;
}

function upcomingClause(activityCount: number, count: number): string {
  if (activityCount === 1) return 'Está por venir';
  if (count === activityCount) return 'Todas están por venir';
  return count === 1 ? 'Una está por venir' : `De ellas, ${digits(count)} están por venir`;
}

const attendances = (count: number) =>
  count === 1
    ? 'Tu asistencia a una actividad queda solo como número: sin tu nombre ni tu correo, como «Usuario eliminado».'
    : `Tus ${digits(count)} asistencias quedan solo como número: sin tu nombre ni tu correo, como «Usuario eliminado».`;
