import type { Activity } from '@minga/contract/activities';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { anActivity } from '../../../test/activity.ts';
import { renderInRouter } from '../../../test/render.tsx';
import { rowFacts, rowTime } from './activity-line.tsx';
import { ActivityRow } from './activity-row.tsx';

const TODAY = '2099-12-04';
const places = { taken: 12, free: 5, waiting: 0 };

const show = (changes: Partial<Activity> = {}, mark?: string) =>
  renderInRouter(
    <ActivityRow
      activity={anActivity(changes)}
      today={TODAY}
      order={3}
      hasDay={false}
      mark={mark === undefined ? undefined : () => <strong>{mark}</strong>}
    />,
  );

test('a row has the hour, the place, the distance and one link', async () => {
  const { router } = await show({ distanceKm: 0.4 });
  const row = within(screen.getByRole('article', { name: 'Siembra de árboles' }));
  expect(row.getByText('9:00 a. m.')).toBeTruthy();
  expect(row.getByText('· Cerro de la Eme')).toBeTruthy();
  expect(row.getByText('· 0,4 km')).toBeTruthy();
  expect(row.getByRole('heading', { level: 3, name: 'Siembra de árboles' })).toBeTruthy();
  expect(row.queryByRole('button')).toBeNull();
  await userEvent.click(row.getByRole('link'));
  expect(router.state.location.pathname).toBe(`/actividades/${anActivity()._id}`);
});

test('small signs say what there is for people with particular needs', async () => {
  await show({ accessibility: ['sin-escalones', 'sombra'] });
  expect(screen.getByText('Sin escalones, Sombra').className).toBe('unseen');
  const signs = [...document.querySelectorAll('use')].map(sign => sign.getAttribute('href'));
  expect(signs).toEqual(['/signs.svg#sin-escalones', '/signs.svg#sombra']);
});

test('a promotion and what the viewer attends have small marks', async () => {
  await show({ isPromoted: true, place: '', places }, 'Vas');
  expect(screen.getByText('PROMO')).toBeTruthy();
  expect(screen.getByText('Vas')).toBeTruthy();
  expect(screen.getByText('12 van · quedan 5')).toBeTruthy();
  expect(screen.getByText('· Lugar por confirmar')).toBeTruthy();
});

test.each([
  [{}, false, '9:00 a. m.'],
  [{}, true, 'Mañana, 9:00 a. m.'],
  [{ date: '2100-01-09T14:00:00.000Z' }, true, 'Sáb 9 ene 2100, 9:00 a. m.'],
  [{ date: '2099-12-02T14:00:00.000Z', endDate: '2099-12-05T20:00:00.000Z' }, false, 'Hasta mañana'],
  [{ date: '2099-12-02T14:00:00.000Z', endDate: '2099-12-06T20:00:00.000Z' }, true, 'Hasta dom 6 dic'],
  [{ date: '2099-12-02T14:00:00.000Z', endDate: '2099-12-03T20:00:00.000Z' }, true, 'Mié 2 dic, 9:00 a. m.'],
])('on 4 December 2099 the time of %j, with the day: %s, is %s', (changes, hasDay, expected) => {
  expect(rowTime(anActivity(changes), TODAY, hasDay)).toBe(
    expected.replace(/ ([ap]\.) (m\.)/, '\u00a0$1\u00a0$2'),
  );
});

const missing = { kind: 'task', name: 'Cocina', quantity: 3, others: 0, areTasks: true } as const;
const series = {
  _id: anActivity()._id,
  index: 1,
  count: 12,
  repeat: { frequency: 'weekly', interval: 1, weekdays: ['sa'] },
} as const;

test.each<[Partial<Activity>, string]>([
  [{}, ''],
  [{ places: { taken: 1, free: 1, waiting: 0 } }, '1 va · queda 1'],
  [{ places: { taken: 1204, free: null, waiting: 0 } }, '1.204 van'],
  [{ places, missing }, '12 van · faltan 3 en Cocina'],
  [{ missing: { ...missing, quantity: 1 } }, 'falta 1 en Cocina'],
  [{ missing: { ...missing, kind: 'thing', name: 'Palas' } }, 'por llevar: Palas'],
  [{ places: { ...places, free: 0 }, missing }, '12 van · lista de espera'],
  [{ places: { ...places, free: 0 }, hasWaitingList: false }, '12 van · sin cupos'],
  [
    { places, series: { ...series, repeat: { ...series.repeat, weekdays: ['sa'] } } },
    '12 van · quedan 5 · cada sábado',
  ],
  [{ canManage: true, status: 'rejected' }, 'rechazada'],
  [{ canManage: true, status: 'pending', isHeld: true }, 'en revisión'],
])('%j is summed up as %s', (changes, expected) => {
  expect(rowFacts(anActivity(changes), false, false).join(' · ')).toBe(expected);
});

test('what is over or under way has neither places left nor what is missing', () => {
  const full = anActivity({ places, missing });
  expect(rowFacts(full, false, true)).toEqual(['en curso', '12 van']);
  expect(rowFacts(full, true, false)).toEqual(['12 confirmaron']);
  expect(rowFacts(anActivity({ places: { ...places, taken: 1 } }), true, false)).toEqual(['1 confirmó']);
});
