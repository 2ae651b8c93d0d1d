import { expect, test } from 'vitest';
import { personalLead } from './personal-details.tsx';

const NOW = new Date('2026-12-05T15:00:00.000Z');
const EARLIER = '2026-12-05T14:00:00.000Z';
const LATER = '2026-12-05T16:00:00.000Z';
const upcoming = { date: LATER, endDate: null };
const ongoing = { date: EARLIER, endDate: LATER };
const past = { date: EARLIER, endDate: null };
const confirmed = {
  status: 'confirmed',
  isPublic: true,
  coversEmail: true,
  email: 'luz@example.org',
  checkedInAt: null,
} as const;
const waiting = { ...confirmed, status: 'waiting' } as const;

test.each([
  [upcoming, confirmed, true, 'te esperamos.'],
  [upcoming, { ...confirmed, isPublic: false }, true, 'estás en la lista de esta actividad.'],
  [upcoming, { ...confirmed, status: 'offered' }, false, 'se liberó un cupo para ti: dinos si vienes.'],
  [upcoming, waiting, false, 'te avisamos por correo si se libera un cupo.'],
  [upcoming, { ...waiting, email: '' }, false, 'vuelve a abrir este enlace para ver si se liberó un cupo.'],
  [upcoming, { ...confirmed, checkedInAt: EARLIER }, true, '¡gracias por venir!'],
  [ongoing, confirmed, true, 'esta actividad ya comenzó. ¡Te esperamos!'],
  [ongoing, { ...confirmed, isPublic: false }, false, 'esta actividad ya comenzó.'],
  [ongoing, waiting, false, 'esta actividad ya comenzó y no se liberó un cupo.'],
  [ongoing, { ...confirmed, checkedInAt: EARLIER }, true, '¡gracias por venir!'],
  [
    past,
    confirmed,
    true,
    'esta actividad ya pasó. Si fuiste y no registraron tu llegada, muestra tu código.',
  ],
  [past, confirmed, false, 'esta actividad ya pasó. ¡Gracias por haber estado!'],
  [past, waiting, false, 'esta actividad ya pasó y no se liberó un cupo.'],
] as const)('%j, %j, with a code %s: %s', (times, own, hasCode, text) => {
  expect(personalLead({ name: 'Luz', ...own, task: times }, hasCode, NOW)).toBe(`Luz, ${text}`);
});
