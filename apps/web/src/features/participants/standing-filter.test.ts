import { DELETED_NAME } from '@minga/contract/text';
import { expect, test } from 'vitest';
import { aParticipant } from '../../../test/participant.ts';
import { ofStanding, standingChoices } from './standing-filter.ts';

const confirmed = aParticipant(1);
const waiting = aParticipant(2, { status: 'waiting', position: 1 });
const offered = aParticipant(3, { status: 'offered' });

test('offers only what the list has', () => {
  const labels = (...people: (typeof waiting)[]) => standingChoices(people).map(({ label }) => label);
  expect(labels(confirmed, confirmed)).toEqual([]);
  expect(labels(confirmed, waiting, waiting)).toEqual(['Todas (3)', 'Con cupo (1)', 'En espera (2)']);
  expect(labels(offered)).toEqual(['Todas (1)', 'Cupo ofrecido (1)']);
  // In people, like the places.
  expect(labels(confirmed, { ...waiting, companions: 2 })).toEqual([
    'Todas (4)',
    'Con cupo (1)',
    'En espera (3)',
  ]);
});

test('offers those who left neither e-mail nor phone, with the people of the whole list', () => {
  const alone = { ...confirmed, email: '', phone: '', companions: 3 };
  const labels = (...call: Parameters<typeof standingChoices>) =>
    standingChoices(...call).map(({ label }) => label);
  expect(labels([confirmed, alone])).toEqual(['Todas (5)', 'Sin correo ni teléfono (4)']);
  expect(labels([confirmed, alone], 40)).toEqual(['Todas (5)', 'Sin correo ni teléfono (40)']);
  expect(labels([waiting, alone])).toEqual([
    ...['Todas (5)', 'Con cupo (4)', 'En espera (1)', 'Sin correo ni teléfono (4)'],
  ]);
  const anonymous = { ...alone, name: DELETED_NAME };
  const byPhone = { ...alone, phone: '+573001234567' };
  expect(labels([confirmed, anonymous, byPhone])).toEqual([]);
  expect(ofStanding([confirmed, alone, anonymous, byPhone], 'unreachable')).toEqual([alone]);
});

test('offers the answers of the day before if attendees were asked', () => {
  const asked = { ...confirmed, askedAgainAt: '2026-12-04T23:00:00.000Z' };
  const coming = { ...asked, reconfirmed: true as const, companions: 1 };
  expect(standingChoices([asked, coming]).map(({ label }) => label)).toEqual([
    ...['Todas (3)', 'Con cupo (3)', 'Siguen viniendo (2)', 'No han respondido (1)'],
  ]);
  expect(ofStanding([asked, coming, confirmed], 'coming')).toEqual([coming]);
  expect(ofStanding([asked, coming, confirmed], 'unanswered')).toEqual([asked]);
});

test('shows those who stand so', () => {
  const all = [confirmed, offered, waiting];
  expect(ofStanding(all, 'all')).toBe(all);
  expect(ofStanding(all, 'offered')).toEqual([offered]);
  expect(ofStanding(all, 'waiting')).toEqual([waiting]);
});
