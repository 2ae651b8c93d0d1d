import { getActivity, listOwnActivities } from '@minga/contract/activities';
import type { Attendance } from '@minga/contract/attendance';
import { confirmAttendance } from '@minga/contract/confirmation';
import { listParticipants, removeParticipant, updateParticipant } from '@minga/contract/participants';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aParticipant } from '../../../../test/participant.ts';
import {
  firstOwn,
  listOf,
  ownActivity,
  pastOwn,
  showParticipants,
} from '../../../../test/participants-screen.ts';
import type { Responses, SentRequest } from '../../../../test/server.ts';
import { errorResponse, respond } from '../../../../test/server.ts';

const CONFIRM = 'POST /attendances/confirm';
const ana = aParticipant(1, { name: 'Ana Ñañez', email: 'ana@example.org' });
const luz = aParticipant(2, { name: 'Luz', email: 'luz@example.org' });
const EDIT = `PUT /attendances/${luz._id}`;
const deleted = errorResponse(404, 'Esta actividad fue eliminada', 'DELETED');
const notFound = errorResponse(404, 'Asistencia no encontrada', 'NOT_FOUND');

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const names = () => [...document.querySelectorAll('tbody bdi')].map(({ textContent }) => textContent);

async function fillIn(name: string, email: string, submit: string) {
  const nameField = await screen.findByLabelText('Nombre completo');
  await userEvent.clear(nameField);
  await userEvent.type(nameField, name);
  const emailField = screen.getByLabelText('Correo electrónico');
  await userEvent.clear(emailField);
  await userEvent.type(emailField, email);
  await press(submit);
}

async function remove(name: string) {
  await press(`Eliminar: ${name}`);
  const confirmation = within(await screen.findByRole('dialog', { name: 'Eliminar participante' }));
  await userEvent.click(confirmation.getByRole('button', { name: 'Eliminar' }));
}

/** The screen with a server that applies changes but whose responses are lost. */
async function showWithLostResponses(
  responses: (applyAndLose: (rows: Attendance[]) => () => object) => Responses,
  lost: object,
) {
  let rows = [ana, luz];
  const applyAndLose = (after: Attendance[]) => () => {
    rows = after;
    return lost;
  };
  const scene = showParticipants({
    responses: {
      ...respond(listParticipants, () => listOf(rows), { taskId: firstOwn._id }),
      ...responses(applyAndLose),
    },
  });
  await screen.findByRole('heading', { level: 2, name: '2 participantes' });
  return scene;
}

const proxy = { status: 502 };
/** A success whose body was cut off. */
const cutOff = new Response();
const eva = aParticipant(3, { name: 'Eva', email: 'eva@example.org' });
const luzma = { ...luz, name: 'Luzma' };

test.each([proxy, cutOff])('detects the outcome of a lost response: added', async lost => {
  await showWithLostResponses(
    applyAndLose => respond(confirmAttendance, applyAndLose([ana, luz, eva])),
    lost,
  );
  await press('Agregar Participante');
  await fillIn(eva.name, eva.email, 'Agregar');
  expect(await screen.findByText('Participante agregado correctamente')).toBeTruthy();
  await waitFor(() => expect(names()).toEqual(['Ana Ñañez', 'Luz', 'Eva']));
});

test.each([proxy, cutOff])('detects the outcome of a lost response: edited', async lost => {
  await showWithLostResponses(
    applyAndLose => respond(updateParticipant, applyAndLose([ana, luzma]), { id: luz._id }),
    lost,
  );
  await press('Editar: Luz');
  await fillIn(luzma.name, luz.email, 'Actualizar');
  expect(await screen.findByText('Participante actualizado correctamente')).toBeTruthy();
  await waitFor(() => expect(names()).toEqual(['Ana Ñañez', 'Luzma']));
});

test('detects the outcome of a lost response: removed', async () => {
  await showWithLostResponses(
    applyAndLose => respond(removeParticipant, applyAndLose([ana]), { id: luz._id }),
    proxy,
  );
  await remove('Luz');
  expect(await screen.findByText('Participante eliminado correctamente')).toBeTruthy();
  expect(names()).toEqual(['Ana Ñañez']);
});

test.each([
  ['added', CONFIRM, 'Agregar Participante', 'Agregar'],
  ['edited', EDIT, 'Editar: Luz', 'Actualizar'],
])('reports a request that never arrived as an error: %s', async (_, call, button, submit) => {
  showParticipants({ participants: [ana, luz], responses: { [call]: 'unreachable' } });
  await press(button);
  await fillIn('Eva', 'eva@example.org', submit);
  expect(await screen.findByText(/^Error al guardar participante\. No hay conexión/)).toBeTruthy();
});

test('a double click removes once', async () => {
  const { requestsTo } = showParticipants({
    participants: [ana, luz],
    responses: respond(removeParticipant, { status: 204 }, { id: luz._id }),
  });
  await press('Eliminar: Luz');
  const confirmation = within(await screen.findByRole('dialog', { name: 'Eliminar participante' }));
  const confirmButton = confirmation.getByRole('button', { name: 'Eliminar' });
  act(() => {
    confirmButton.click();
    confirmButton.click();
  });
  expect(await screen.findByText('Participante eliminado correctamente')).toBeTruthy();
  expect(requestsTo('DELETE')).toHaveLength(1);
});

test('closes the form of a participant who was removed elsewhere', async () => {
  let rows = [ana, luz];
  showParticipants({
    responses: {
      ...respond(listParticipants, () => listOf(rows), { taskId: firstOwn._id }),
      ...respond(updateParticipant, notFound, { id: luz._id }),
    },
  });
  await press('Editar: Luz');
  rows = [ana];
  await fillIn('Luzma', luz.email, 'Actualizar');
  expect(await screen.findByText('Esta persona ya no está en la lista')).toBeTruthy();
  await closed();
  await waitFor(() => expect(names()).toEqual(['Ana Ñañez']));
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Editar: Ana Ñañez' })),
  );
});

test.each<[action: string, perform: () => Promise<void>]>([
  ['adding', async () => fillIn('Eva', 'eva@example.org', 'Agregar')],
  ['editing', async () => fillIn('Eva', 'eva@example.org', 'Actualizar')],
  ['removing', async () => remove('Luz')],
  ['exporting', async () => press('Exportar Lista')],
])('%s reports an activity that was deleted since, and the next one is selected', async (action, perform) => {
  let exists = true;
  const next = ownActivity(2);
  const whileItExists = (response: object, fallback: object) => () => (exists ? response : fallback);
  showParticipants({
    responses: {
      ...respond(listOwnActivities, ({ query }: SentRequest) =>
        listOf(query.date === 'proximas' ? (exists ? [firstOwn, next] : [next]) : [pastOwn]),
      ),
      ...respond(getActivity, deleted, { id: firstOwn._id }),
      ...respond(listParticipants, whileItExists(listOf([ana, luz]), deleted), { taskId: firstOwn._id }),
      ...respond(confirmAttendance, deleted),
      ...respond(updateParticipant, notFound, { id: luz._id }),
      ...respond(removeParticipant, notFound, { id: luz._id }),
    },
  });
  await screen.findByRole('heading', { level: 2, name: '2 participantes' });
  if (action === 'adding') await press('Agregar Participante');
  if (action === 'editing') await press('Editar: Luz');
  exists = false;
  await perform();
  await closed();
  expect(await screen.findByText('Esta actividad fue eliminada')).toBeTruthy();
  const select = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Seleccionar actividad' });
  await waitFor(() => expect(select().value).toBe('Minga 2'));
});
