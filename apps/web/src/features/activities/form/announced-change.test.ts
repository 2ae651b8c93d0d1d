import { expect, test } from 'vitest';
import { anActivity } from '../../../../test/activity.ts';
import { announcedChange, announcementText } from './announced-change.ts';

const NOON = new Date('2026-11-20T17:00:00.000Z');
const places = { taken: 11, free: null, waiting: 1 };
const before = anActivity({ date: '2026-12-05T14:00:00.500Z', place: 'La Ladera', places });
const same = { date: new Date('2026-12-05T14:00:00Z'), place: ' La Ladera ' };
const later = new Date('2026-12-05T15:00:00Z');
const past = '2026-11-20T14:00:00.000Z';

test.each([
  ['nothing', {}, {}, null],
  ['the place', {}, { place: 'El parque' }, 'el lugar'],
  ['no place any more', {}, { place: '' }, 'el lugar'],
  ['the time', {}, { date: later }, 'la fecha'],
  ['both', {}, { date: later, place: 'El parque' }, 'la fecha y el lugar'],
  ['without attendees', { places: { taken: 0, free: null, waiting: 0 } }, { date: later }, null],
  ['of a held one', { isHeld: true as const }, { date: later }, null],
  ['what is over', { date: past }, { date: new Date(past), place: 'El parque' }, null],
  ['what was over and is not', { date: past }, { date: later }, 'la fecha'],
] as const)('attendees are told of %s', (_, values, edit, change) => {
  expect(announcedChange({ ...before, ...values }, { ...same, ...edit }, NOON)).toBe(change);
});

test.each([
  [
    { taken: 11, free: null, waiting: 1 },
    true,
    'Cambiaste el lugar, y hay 12 personas en la lista. Unos diez minutos después de guardar avisamos, una sola vez, a quienes dejaron correo.',
  ],
  [
    { taken: 1, free: null, waiting: 0 },
    false,
    'Cambiaste el lugar, y hay 1 persona en la lista. Cuando la aprobemos avisamos, una sola vez, a quienes dejaron correo.',
  ],
])('says to how many people, and when: %j', (counts, isPublicBeforeReview, text) => {
  expect(announcementText('el lugar', { places: counts }, isPublicBeforeReview)).toBe(text);
});
