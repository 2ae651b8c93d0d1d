import { expect, test } from 'vitest';
import { aParticipant } from '../../../test/participant.ts';
import { standingText } from './participant-standing.ts';
import { placesSummary } from './places-summary.ts';

const now = new Date('2026-11-21T14:00:00.000Z');
const offerExpiresAt = '2026-11-21T23:00:00.000Z';

test.each([
  [{}, ''],
  [{ companions: 1 }, 'Con 1 persona más'],
  [{ status: 'waiting' as const, position: 2 }, 'En espera, puesto 2'],
  [{ status: 'waiting' as const, position: 1, companions: 2 }, 'Con 2 personas más · En espera, puesto 1'],
  [{ reconfirmed: true as const, companions: 1 }, 'Con 1 persona más · Sigue viniendo'],
  [{ askedAgainAt: offerExpiresAt, reconfirmed: true as const }, 'Sigue viniendo'],
  [{ askedAgainAt: offerExpiresAt }, 'No ha respondido si viene'],
  [{ status: 'offered' as const, offerExpiresAt }, 'Cupo ofrecido hasta las 6:00 p. m.'],
])('%j: %s', (changes, text) => {
  expect(standingText(aParticipant(1, changes), now).replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(text);
});

test.each([
  [null, { taken: 3, free: null, waiting: 0 }, 3, null],
  [null, { taken: 5, free: null, waiting: 0 }, 3, 'Con acompañantes: 5 personas con cupo'],
  [20, { taken: 1, free: 19, waiting: 0 }, 1, '1 persona con cupo de 20'],
  [20, { taken: 20, free: 0, waiting: 3 }, 15, 'Con acompañantes: 20 personas con cupo de 20 · 3 en espera'],
])('a capacity of %j, %j in %d parties: %s', (capacity, places, total, text) => {
  expect(placesSummary({ capacity, places }, total)).toBe(text);
});
