import { deleteActivity, getActivity, listOwnActivities, searchActivities } from '@minga/contract/activities';
import { createActivity, updateActivity } from '@minga/contract/activity-fields';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { anActivity } from '../../../../test/activity.ts';
import { renderApp } from '../../../../test/render.tsx';
import { attendsNone, declareResponses, respond, signedIn, visitor } from '../../../../test/server.ts';

const repeat = { frequency: 'weekly' as const, interval: 1, weekdays: ['sa' as const] };
const series = { _id: '0199bbbb-0000-7000-8000-000000000001', index: 2, count: 12, repeat, remaining: 11 };
const mine = anActivity({ title: 'Huerta', isOwner: true, series });
const other = anActivity({ _id: '01930000-0000-7000-8000-0000000000f2', date: '2099-12-12T14:00:00.000Z' });
const id = mine._id;

const choose = (dialog: HTMLElement, name: RegExp) =>
  userEvent.click(within(dialog).getByRole('radio', { name }));

test('the form previews the dates of a series and sends its rule', async () => {
  const sent = declareResponses({
    ...signedIn(),
    ...respond(listOwnActivities, { body: [] }),
    ...respond(createActivity, { status: 201, body: mine }),
  });
  renderApp('/add-task');
  await userEvent.type(await screen.findByRole('textbox', { name: /Título/ }), 'Huerta');
  await userEvent.click(screen.getByText('Se repite', { selector: 'summary span' }));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Cada cuánto' }), 'Cada semana');
  expect(screen.getByText('Elige la fecha y la hora de la primera vez.')).toBeTruthy();
  expect(screen.getByText('Cada semana', { selector: 'summary span' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: /Fecha y hora/ }));
  const dialog = within(await screen.findByRole('dialog', { name: /Fecha y hora/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Mes siguiente' }));
  await userEvent.click(dialog.getByRole('button', { name: /^1 / }));
  await userEvent.click(dialog.getByRole('button', { name: 'Listo' }));
  expect(screen.getAllByText(/^12 \S+, hasta el /).length).toBeGreaterThan(0);
  const count = screen.getByRole('textbox', { name: 'Cuántas fechas' });
  await userEvent.clear(count);
  await userEvent.type(count, '61');
  await userEvent.click(screen.getByRole('button', { name: 'Crear Actividad' }));
  expect(await screen.findByText('Las fechas deben ser de 2 a 60')).toBeTruthy();
  await userEvent.clear(count);
  await userEvent.type(count, '8');
  await userEvent.click(screen.getByRole('button', { name: 'Crear Actividad' }));
  const rule = { frequency: 'weekly', interval: 1, count: 8, weekdays: [expect.any(String)] };
  const posts = () => sent.filter(({ method }) => method === 'POST').map(({ body }) => body);
  await waitFor(() => expect(posts()).toEqual([expect.objectContaining({ repeat: rule })]));
});

test('an edit asks for the dates, says what stays, and reports what was changed', async () => {
  const sent = declareResponses({
    ...signedIn(),
    ...respond(getActivity, { body: mine }, { id }),
    ...respond(listOwnActivities, { body: [] }),
    ...respond(updateActivity, { body: mine, headers: { 'x-series': '{"updated":10,"kept":1}' } }, { id }),
  });
  renderApp(`/tasks/${id}`);
  await userEvent.type(await screen.findByRole('textbox', { name: /Título/ }), ' escolar');
  await userEvent.click(screen.getByRole('button', { name: 'Actualizar actividad' }));
  const dialog = await screen.findByRole('dialog', { name: '¿Qué fechas quieres cambiar?' });
  expect(
    within(dialog).getByText(/Quedan como están las que ya pasaron y las que cambiaste aparte/),
  ).toBeTruthy();
  expect(within(dialog).getByRole('radio', { name: /Solo esta fecha/ })).toHaveProperty('checked', true);
  await choose(dialog, /Todas las fechas que quedan/);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Guardar' }));
  expect(await screen.findByText('Se actualizaron 10 fechas; 1 fecha quedó como estaba')).toBeTruthy();
  expect(sent.find(({ method }) => method === 'PUT')?.query).toEqual({ scope: 'all' });
});

test('an edit that is cancelled in the dialog sends nothing and stays in the form', async () => {
  const sent = declareResponses({ ...signedIn(), ...respond(getActivity, { body: mine }, { id }) });
  renderApp(`/tasks/${id}`);
  await userEvent.type(await screen.findByRole('textbox', { name: /Título/ }), ' escolar');
  await userEvent.click(screen.getByRole('button', { name: 'Actualizar actividad' }));
  const dialog = await screen.findByRole('dialog', { name: '¿Qué fechas quieres cambiar?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancelar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('textbox', { name: /Título/ })).toHaveProperty('value', 'Huerta escolar');
  expect(sent.filter(({ method }) => method === 'PUT')).toEqual([]);
});

test('a card shows the series, and its deletion asks for the dates', async () => {
  const sent = declareResponses({
    ...signedIn(),
    ...respond(listOwnActivities, ({ query }) => ({ body: query.date === 'proximas' ? [mine] : [] })),
    ...respond(deleteActivity, { headers: { 'x-series': '{"deleted":11,"kept":0}' } }, { id }),
  });
  renderApp('/tasks');
  expect(await screen.findByText('Cada sábado · quedan 11 fechas')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Eliminar' }));
  const dialog = await screen.findByRole('dialog', { name: '¿Qué fechas quieres eliminar?' });
  await choose(dialog, /Esta y las siguientes/);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Eliminar' }));
  expect(await screen.findByText('Se eliminaron 11 fechas')).toBeTruthy();
  expect(sent.find(({ method }) => method === 'DELETE')?.query).toEqual({ scope: 'following' });
  expect(sent.find(({ query }) => query.date === 'proximas')?.query).toMatchObject({ series: 'next' });
});

test('after the deletion of one date its card gives way to that of the next', async () => {
  let own = [mine];
  declareResponses({
    ...signedIn(),
    ...respond(listOwnActivities, ({ query }) => ({ body: query.date === 'proximas' ? own : [] })),
    ...respond(
      deleteActivity,
      () => {
        own = [{ ...other, title: 'Huerta', isOwner: true, series: { ...series, index: 3, remaining: 10 } }];
        return {};
      },
      { id },
    ),
  });
  renderApp('/tasks');
  await userEvent.click(await screen.findByRole('button', { name: 'Eliminar' }));
  const dialog = await screen.findByRole('dialog', { name: '¿Qué fechas quieres eliminar?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Eliminar' }));
  expect(await screen.findByText('Actividad eliminada')).toBeTruthy();
  expect(await screen.findByText('Cada sábado · quedan 10 fechas')).toBeTruthy();
});

test('the page lists the other dates', async () => {
  declareResponses({
    ...visitor,
    ...attendsNone,
    ...respond(getActivity, { body: { ...mine, isOwner: false } }, { id }),
    ...respond(searchActivities, { body: [mine, other] }),
  });
  renderApp(`/actividades/${id}`);
  const dates = within(await screen.findByRole('region', { name: 'Otras fechas' }));
  expect(dates.getAllByRole('link')).toHaveLength(1);
  expect(dates.getByRole('link', { name: /12 de diciembre/ })).toBeTruthy();
});
