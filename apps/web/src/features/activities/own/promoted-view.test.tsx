import { listPromotedActivities } from '@minga/contract/activities';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { anActivity } from '../../../../test/activity.ts';
import { renderApp } from '../../../../test/render.tsx';
import {
  attendsNone,
  declareResponses,
  respond,
  type SentRequest,
  signedIn,
} from '../../../../test/server.ts';

const promoted = (number: number, isOwner: boolean) =>
  anActivity({
    _id: `01930000-0000-7000-8000-${isOwner ? '1' : '0'}${String(number).padStart(11, '0')}`,
    title: `${isOwner ? 'Mía' : 'Ajena'} ${number}`,
    isPromoted: true,
    isOwner,
  });

/** `others` promoted activities of other users and `own` ones of the user. */
function show(others: number, own: number) {
  const lists = {
    false: Array.from({ length: others }, (_, index) => promoted(index, false)),
    true: Array.from({ length: own }, (_, index) => promoted(index, true)),
  };
  const sent = declareResponses({
    ...signedIn(),
    ...attendsNone,
    ...respond(listPromotedActivities, ({ query }: SentRequest) => {
      const rows = lists[query.own as 'true' | 'false'];
      const offset = Number(query.offset);
      return { body: rows.slice(offset, offset + Number(query.limit)), total: rows.length };
    }),
  });
  renderApp('/tasks/promocionadas');
  return sent;
}

const mine = () => within(screen.getByRole('region', { name: /^Mis Actividades Promocionadas/ }));

test('activities of others can be joined, own ones cannot', async () => {
  show(2, 1);
  expect(
    await screen.findByRole('heading', { level: 1, name: 'Actividades Promocionadas (2)' }),
  ).toBeTruthy();
  const own = await screen.findByRole('region', { name: 'Mis Actividades Promocionadas (1)' });
  const buttons = (card: HTMLElement) =>
    within(card)
      .getAllByRole('button')
      .map(button => button.textContent);

  expect(buttons(screen.getByRole('article', { name: 'Ajena 1' }))).toEqual([
    'Asistir a actividad',
    'Ver Detalles',
  ]);
  expect(buttons(within(own).getByRole('article', { name: 'Mía 0' }))).toEqual(['Ver Detalles']);
  expect(screen.getAllByText('PROMO')).toHaveLength(3);
});

test('both sections have an empty state; the own one links to /tasks', async () => {
  show(0, 0);
  expect(await screen.findByText('No hay actividades promocionadas disponibles')).toBeTruthy();
  expect(await screen.findByText('No has promocionado ninguna actividad')).toBeTruthy();
  expect(mine().getByRole('link', { name: 'Ir a mis actividades' }).getAttribute('href')).toBe('/tasks');
});

test('a long first section loads further pages by its button only', async () => {
  const sent = show(30, 30);
  // The own section ends the page and loads automatically.
  await waitFor(() => expect(mine().getAllByRole('article')).toHaveLength(30));
  expect(screen.getAllByRole('article')).toHaveLength(24 + 30);
  expect(sent.some(({ query }) => query.own === 'false' && query.offset === '24')).toBe(false);

  await userEvent.click(screen.getByRole('button', { name: 'Ver más' }));
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(60));
});
