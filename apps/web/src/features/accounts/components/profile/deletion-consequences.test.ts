import { expect, test } from 'vitest';
import { deletionConsequences } from './deletion-consequences.ts';

const always = [
  'Se borran tus datos y tus recordatorios, y se cierran todas tus sesiones.',
  'No se puede deshacer.',
];
const advice = 'quienes iban a ir ya no tendrán noticias por Minga, así que cuéntales antes.';
const one = 'Se elimina tu actividad, con su imagen y su lista de participantes.';
const five = 'Se eliminan tus 5 actividades, con sus imágenes y sus listas de participantes.';
const nameless = 'sin tu nombre ni tu correo, como «Usuario eliminado».';

test.each([
  [0, 0, 0, []],
  [1, 0, 0, [one]],
  [1, 1, 0, [`${one} Está por venir: ${advice}`]],
  [5, 0, 0, [five]],
  [5, 1, 0, [`${five} Una está por venir: ${advice}`]],
  [5, 2, 0, [`${five} De ellas, 2 están por venir: ${advice}`]],
  [5, 5, 0, [`${five} Todas están por venir: ${advice}`]],
  [0, 0, 1, [`Tu asistencia a una actividad queda solo como número: ${nameless}`]],
  [0, 0, 3, [`Tus 3 asistencias quedan solo como número: ${nameless}`]],
])('%i activities, %i upcoming, %i attendances', (activityCount, upcomingCount, attendanceCount, first) => {
  expect(deletionConsequences({ activityCount, upcomingCount, attendanceCount })).toEqual([
    ...first,
    ...always,
  ]);
});
