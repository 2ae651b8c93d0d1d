import './selection-bar.tsx';
import './activities-tab.tsx';
import type { WholeActivity } from '@minga/contract/activities';
import { listAllActivities, undoApproval, undoRejection } from '@minga/contract/administration/activities';
import { type BulkOutcome, decideManyActivities } from '@minga/contract/administration/bulk-decisions';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { anActivity } from '../../../../test/activity.ts';
import { renderDashboard } from '../../../../test/dashboard.ts';
import { errorResponse, type Responses, respond } from '../../../../test/server.ts';

// Imported here because they are lazy: on a busy machine the first test would time out while they load.

const ids = ['a', 'b', 'c'].map(letter => `01930000-0000-7000-8000-0000000000${letter}1`);
const [first, second, third] = ids;
const rows = ids.map((_id, index) =>
  anActivity({ _id, title: `Minga ${index + 1}`, status: index === 2 ? 'approved' : 'pending' }),
);

async function show(responses: Responses = {}) {
  const outcome = (done: number, skipped = 0): { body: BulkOutcome } => ({ body: { done, skipped } });
  const app = renderDashboard('admin', '?tab=actividades', {
    ...respond(listAllActivities, { body: rows, total: rows.length }),
    ...respond(decideManyActivities, ({ body }) => outcome((body as { ids: string[] }).ids.length)),
    ...responses,
  });
  await press('Seleccionar');
  const bar = within(await screen.findByRole('region', { name: 'Elegir varias actividades' }));
  const sent = () => app.requestsTo('POST /admin-panel/activities/bulk').map(({ body }) => body);
  return { ...app, bar, sent };
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const all = () => screen.getByRole('checkbox', { name: 'Seleccionar todas las de esta página' });
const choose = (name: string) => userEvent.click(screen.getByRole('checkbox', { name }));

test('nothing is in sight before it is asked for', async () => {
  renderDashboard('admin', '?tab=actividades', respond(listAllActivities, { body: rows, total: 3 }));
  await screen.findByText('Minga 1');
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.queryByText('Ninguna seleccionada')).toBeNull();
});

test('the chosen ones are approved at once, with the result in words', async () => {
  const { bar, sent } = await show(respond(decideManyActivities, { body: { done: 12, skipped: 1 } }));
  expect(document.activeElement).toBe(all());
  await userEvent.click(bar.getByRole('button', { name: 'Aprobar' }));
  expect(sent()).toEqual([]);
  await userEvent.click(all());
  expect(bar.getByText('3 seleccionadas')).toBeTruthy();
  await choose('Minga 3');
  expect(bar.getByText('2 seleccionadas')).toBeTruthy();
  expect((all() as HTMLInputElement).checked).toBe(false);
  await userEvent.click(bar.getByRole('button', { name: 'Aprobar' }));
  expect(await screen.findByText('12 aprobadas, 1 ya había cambiado')).toBeTruthy();
  expect(sent()).toEqual([{ ids: [first, second], action: 'approve', currentStatus: 'pending' }]);
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Seleccionar'));
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('approvals of several are undone at once', async () => {
  const { bar, requestsTo } = await show({
    ...respond(undoApproval, { body: rows[0] as WholeActivity }, { id: String(first) }),
    ...respond(undoApproval, errorResponse(409, 'Ya le avisamos a quien la publicó'), { id: String(second) }),
  });
  await choose('Minga 1');
  await choose('Minga 2');
  await userEvent.click(bar.getByRole('button', { name: 'Aprobar' }));
  expect(await screen.findByText('2 aprobadas')).toBeTruthy();
  await press('Deshacer');
  expect(await screen.findByText('1 vuelve a estar pendiente')).toBeTruthy();
  // The announced text stays.
  expect(await screen.findByText('Ya le avisamos a quien la publicó')).toBeTruthy();
  expect(requestsTo(`PATCH /admin-panel/activities/${second}/undo-approval`)).toHaveLength(1);
});

test('an undo of several stops at a database that is away, and is offered again for the rest', async () => {
  const away = 'El servicio no está disponible en este momento. Intenta de nuevo en unos segundos.';
  const { bar, requestsTo } = await show({
    ...respond(decideManyActivities, { body: { done: 3, skipped: 0 } }),
    ...respond(undoApproval, { body: rows[0] as WholeActivity }, { id: String(first) }),
    ...respond(undoApproval, errorResponse(503, away), { id: String(second) }),
    ...respond(undoApproval, { body: rows[2] as WholeActivity }, { id: String(third) }),
  });
  await userEvent.click(all());
  await userEvent.click(bar.getByRole('button', { name: 'Aprobar' }));
  await press('Deshacer');
  expect(await screen.findByText(away)).toBeTruthy();
  expect(await screen.findByText('2 aprobadas')).toBeTruthy();
  expect(requestsTo(`PATCH /admin-panel/activities/${third}/undo-approval`)).toEqual([]);
  await press('Deshacer');
  const again = `PATCH /admin-panel/activities/${second}/undo-approval`;
  await waitFor(() => expect(requestsTo(again)).toHaveLength(2));
  expect(requestsTo(`PATCH /admin-panel/activities/${first}/undo-approval`)).toHaveLength(1);
});

test('there is nothing to undo unless all were approved', async () => {
  const { bar } = await show(respond(decideManyActivities, { body: { done: 1, skipped: 1 } }));
  await choose('Minga 1');
  await choose('Minga 2');
  await userEvent.click(bar.getByRole('button', { name: 'Aprobar' }));
  expect(await screen.findByText('1 aprobada, 1 ya había cambiado')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Deshacer' })).toBeNull();
});

test('pending and approved ones are rejected with one reason, each as it was seen, and that is undone', async () => {
  const undone = ids.map(id => respond(undoRejection, { body: rows[0] as WholeActivity }, { id }));
  const { bar, sent, requestsTo } = await show(Object.assign({}, ...undone));
  await userEvent.click(all());
  await userEvent.click(bar.getByRole('button', { name: 'Rechazar' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Rechazar 3 actividades' }));
  await userEvent.click(dialog.getByRole('radio', { name: 'Es una venta' }));
  await userEvent.clear(dialog.getByLabelText('Motivo del rechazo'));
  await userEvent.click(dialog.getByRole('button', { name: 'Rechazar' }));
  expect(await dialog.findByText('Ingrese el motivo del rechazo')).toBeTruthy();
  await userEvent.type(dialog.getByLabelText('Motivo del rechazo'), 'Aquí no se vende.');
  await userEvent.click(dialog.getByRole('button', { name: 'Rechazar' }));
  expect(await screen.findByText('3 rechazadas')).toBeTruthy();
  const decision = { action: 'reject', reason: 'Aquí no se vende.' };
  expect(sent()).toEqual([
    { ...decision, ids: [first, second], currentStatus: 'pending' },
    { ...decision, ids: [third], currentStatus: 'approved' },
  ]);
  await press('Deshacer');
  expect(await screen.findByText('3 vuelven a estar como estaban')).toBeTruthy();
  expect(requestsTo(`PATCH /admin-panel/activities/${third}/undo-rejection`)).toHaveLength(1);
});

test('deleting asks first; a failure keeps the selection', async () => {
  const { bar, sent } = await show(respond(decideManyActivities, errorResponse(503, 'Intenta más tarde')));
  await choose('Minga 2');
  await userEvent.click(bar.getByRole('button', { name: 'Eliminar' }));
  const dialog = within(await screen.findByRole('dialog', { name: '¿Eliminar esta actividad?' }));
  expect(sent()).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Eliminar' }));
  expect(await screen.findByText('Intenta más tarde')).toBeTruthy();
  expect(sent()).toEqual([{ ids: [second], action: 'delete', currentStatus: 'pending' }]);
  expect(bar.getByText('1 seleccionada')).toBeTruthy();
  await press('Dejar de seleccionar');
  expect(screen.queryByRole('checkbox')).toBeNull();
});
