import { expect, test } from 'vitest';
import { leftText, peopleText } from './people-text.ts';

test.each([
  [{ taken: 0, free: null, waiting: 0 }, true, null, null],
  [{ taken: 1, free: null, waiting: 0 }, true, '1 va', null],
  [{ taken: 12, free: 5, waiting: 0 }, true, '12 van\u00a0· quedan 5', 'quedan 5'],
  [{ taken: 1200, free: 1, waiting: 0 }, false, '1.200 van\u00a0· queda 1', 'queda 1'],
  [{ taken: 0, free: 4, waiting: 0 }, true, 'Quedan 4 cupos', 'quedan 4'],
  [{ taken: 12, free: 0, waiting: 0 }, false, '12 van\u00a0· ya no hay cupos', 'ya no hay cupos'],
  [
    { taken: 12, free: 0, waiting: 0 },
    true,
    '12 van\u00a0· ya no hay cupos\u00a0· hay lista de espera',
    'ya no hay cupos',
  ],
  [
    { taken: 12, free: 0, waiting: 3 },
    true,
    '12 van\u00a0· ya no hay cupos\u00a0· 3 en lista de espera',
    'ya no hay cupos',
  ],
  [{ taken: 0, free: 0, waiting: 0 }, false, 'Ya no hay cupos', 'ya no hay cupos'],
])('%j, a waiting list %s: %s', (places, hasWaitingList, text, left) => {
  expect(peopleText({ places, hasWaitingList })).toBe(text);
  expect(leftText(places)).toBe(left);
});
