import { expect, test } from 'vitest';
import { placesText } from './activity-facts.tsx';

test.each([
  [{ taken: 9, free: null, waiting: 0 }, true, null],
  [{ taken: 8, free: 4, waiting: 0 }, true, 'Quedan 4 cupos'],
  [{ taken: 11, free: 1, waiting: 0 }, false, 'Queda 1 cupo'],
  [{ taken: 10, free: 2, waiting: 3 }, true, 'Quedan 2 cupos\u00a0· Lista de espera: 3'],
  [{ taken: 12, free: 0, waiting: 0 }, true, 'Ya no hay cupos\u00a0· Hay lista de espera'],
  [{ taken: 12, free: 0, waiting: 3 }, true, 'Ya no hay cupos\u00a0· Lista de espera: 3'],
  [{ taken: 12, free: 0, waiting: 0 }, false, 'Ya no hay cupos'],
])('%j, a waiting list %s: %s', (places, hasWaitingList, text) => {
  expect(placesText({ places, hasWaitingList })).toBe(text);
});
