import { expect, test } from 'vitest';
import { ownStateText } from './place-controls.tsx';
import { placesNotice } from './use-attendee-form.ts';

test.each([
  [null, 1, true, null],
  [5, 1, true, 'Quedan 5 cupos.'],
  [1, 1, true, 'Queda 1 cupo.'],
  [1200, 3, false, 'Quedan 1.200 cupos.'],
  [2, 3, true, 'Quedan 2 cupos: un grupo de 3 quedará en la lista de espera.'],
  [2, 3, false, 'Quedan 2 cupos: un grupo de 3 no cabe.'],
  [0, 1, true, 'Ya no hay cupos: quedarás en la lista de espera y te avisamos si se libera uno.'],
  [0, 1, false, 'Ya no hay cupos.'],
])('%j free, a party of %d, a waiting list %s: %s', (free, size, hasWaitingList, text) => {
  const places = { taken: 0, free, waiting: 0 };
  expect(placesNotice({ capacity: free === null ? null : 9, hasWaitingList, places }, size)).toBe(text);
});

// 9:00 in Bogotá.
const now = new Date('2026-11-21T14:00:00.000Z');
test.each([
  [{ status: 'waiting' as const, position: 2, offerExpiresAt: null }, 'En espera, puesto 2'],
  [
    { status: 'offered' as const, position: null, offerExpiresAt: '2026-11-21T23:00:00.000Z' },
    'Te ofrecemos un cupo hasta las 6:00 p. m.',
  ],
  [
    { status: 'offered' as const, position: null, offerExpiresAt: '2026-11-21T18:30:00.000Z' },
    'Te ofrecemos un cupo hasta la 1:30 p. m.',
  ],
  [
    { status: 'offered' as const, position: null, offerExpiresAt: '2026-11-22T15:00:00.000Z' },
    'Te ofrecemos un cupo hasta el domingo, 22 de noviembre de 2026, 10:00 a. m.',
  ],
])('%j: %s', (state, text) => {
  expect(ownStateText(state, now).replaceAll('\u00a0', ' ').replaceAll('\u202f', ' ')).toBe(text);
});
