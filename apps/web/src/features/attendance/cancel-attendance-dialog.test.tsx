import { cancelAttendance, checkAttendance, checkAttendances } from '@minga/contract/attendance';
import { requestPersonalLink } from '@minga/contract/personal-link';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { anActivity } from '../../../test/activity.ts';
import { ownState } from '../../../test/own-state.ts';
import { aParticipant } from '../../../test/participant.ts';
import { renderInRouter } from '../../../test/render.tsx';
import {
  declareResponses,
  errorResponse,
  type Responses,
  respond,
  type SentRequest,
} from '../../../test/server.ts';
import { AttendanceButton } from './attendance-button.tsx';
import { isRemembered, remember } from './remembered-attendances.ts';

const activity = anActivity();
const cancelled = { body: { deletedAttendance: aParticipant(1) } };
const ana = { email: 'ana@example.org', username: 'Ana' };
const attends = { body: { attending: [activity._id], arrived: [] } };

async function show(responses: Responses, viewer: typeof ana | null = ana) {
  const sent = declareResponses({ ...respond(checkAttendances, attends), ...responses });
  await renderInRouter(<AttendanceButton activity={activity} viewer={viewer} />);
  await screen.findByText('Vas a asistir');
  return sent;
}

/** The list is refetched afterwards, so the DELETE may not be the last request. */
const bodyOfCancel = (sent: SentRequest[]) => sent.find(({ method }) => method === 'DELETE')?.body;

/** After an error the check is repeated, because the attendance may have been cancelled elsewhere. */
const wasRechecked = (sent: SentRequest[]) =>
  waitFor(() => expect(sent.filter(({ path }) => path === '/attendances/check')).toHaveLength(2));

const button = () => screen.findByRole('button', { name: 'Cancelar Asistencia' });

async function cancelIt() {
  await userEvent.click(await button());
  await screen.findByRole('dialog', { name: '¿Cancelar asistencia?' });
  await userEvent.click(screen.getByRole('button', { name: 'Sí, cancelar' }));
}

test('an attendee cancels and can join again', async () => {
  const sent = await show(respond(cancelAttendance, cancelled, { taskId: activity._id }));
  await cancelIt();
  expect(await screen.findByText('Asistencia cancelada correctamente')).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Asistir a actividad' })).toBeTruthy();
  expect(bodyOfCancel(sent)).toEqual({ email: 'ana@example.org' });
  expect(isRemembered('ana@example.org', activity._id)).toBe(false);
});

test('an unknown visitor cancels by the cookie', async () => {
  const sent = await show(respond(cancelAttendance, cancelled, { taskId: activity._id }), null);
  await cancelIt();
  expect(await screen.findByText('Asistencia cancelada correctamente')).toBeTruthy();
  expect(bodyOfCancel(sent)).toEqual({});
});

test('a double click cancels once', async () => {
  const response = Promise.withResolvers<typeof cancelled>();
  const sent = await show(respond(cancelAttendance, () => response.promise, { taskId: activity._id }));
  await userEvent.click(await button());
  const yes = await screen.findByRole('button', { name: 'Sí, cancelar' });
  act(() => {
    yes.click();
    yes.click();
  });
  await screen.findByRole('button', { name: 'Cancelando...' });
  await waitFor(() => expect(bodyOfCancel(sent)).toBeTruthy());
  response.resolve(cancelled);
  expect(await screen.findByText('Asistencia cancelada correctamente')).toBeTruthy();
  expect(sent.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
});

test('a visitor cancels with the remembered e-mail', async () => {
  remember('rosa@example.org', activity._id, true);
  const sent = await show(respond(cancelAttendance, cancelled, { taskId: activity._id }), null);
  await cancelIt();
  expect(await screen.findByText('Asistencia cancelada correctamente')).toBeTruthy();
  expect(bodyOfCancel(sent)).toEqual({ email: 'rosa@example.org' });
});

test('declining the confirmation keeps the attendance', async () => {
  const sent = await show({});
  await userEvent.click(await button());
  await userEvent.click(await screen.findByRole('button', { name: 'No' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(await button());
  expect(screen.getByText('Vas a asistir')).toBeTruthy();
  expect(sent.map(({ method }) => method)).not.toContain('DELETE');
});

test('shows the pending request and updates the card optimistically', async () => {
  const response = Promise.withResolvers<typeof cancelled>();
  await show(respond(cancelAttendance, () => response.promise, { taskId: activity._id }));
  await cancelIt();
  expect(await screen.findByRole('button', { name: 'Cancelando...' })).toBeTruthy();
  expect(screen.queryByText('Vas a asistir')).toBeNull();
  response.resolve(cancelled);
  expect(await screen.findByText('Asistencia cancelada correctamente')).toBeTruthy();
});

test.each([
  ['with a message', errorResponse(500, 'Algo falló'), 'Algo falló'],
  ['without a message', { status: 502 }, 'Error al cancelar asistencia'],
])('rolls back on an error: %s', async (_, response, text) => {
  const sent = await show({
    ...respond(cancelAttendance, response, { taskId: activity._id }),
    ...respond(checkAttendance, { body: ownState('confirmed') }, { taskId: activity._id }),
  });
  await cancelIt();
  expect(await screen.findByText(text)).toBeTruthy();
  expect(await screen.findByText('Vas a asistir')).toBeTruthy();
  expect(isRemembered('ana@example.org', activity._id)).toBe(true);
  await wasRechecked(sent);
});

test('reports an attendance that was already cancelled elsewhere', async () => {
  await show(
    respond(cancelAttendance, errorResponse(404, 'Asistencia no encontrada'), { taskId: activity._id }),
  );
  await cancelIt();
  expect(await screen.findByText('Asistencia no encontrada')).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Asistir a actividad' })).toBeTruthy();
});

test.each([
  ['lost', 'unreachable'],
  ["a proxy's", { status: 502 }],
  ['cut off', new Response()],
] as const)('checks the outcome if the response is %s', async (_, response) => {
  await show({
    ...respond(cancelAttendance, response, { taskId: activity._id }),
    ...respond(checkAttendance, { body: ownState(null) }, { taskId: activity._id }),
  });
  await cancelIt();
  expect(await screen.findByText('Asistencia cancelada correctamente')).toBeTruthy();
});

test('reports a request that never arrived as an error', async () => {
  const sent = await show({
    ...respond(cancelAttendance, 'unreachable', { taskId: activity._id }),
    ...respond(checkAttendance, 'unreachable', { taskId: activity._id }),
  });
  await cancelIt();
  expect(await screen.findByText(/^Error al cancelar asistencia\. No hay conexión/)).toBeTruthy();
  expect(screen.getByText('Vas a asistir')).toBeTruthy();
  await wasRechecked(sent);
});

test('shows a cancellation made in another tab', async () => {
  remember('rosa@example.org', activity._id, true);
  let attending = [activity._id];
  await show(
    {
      ...respond(checkAttendances, () => ({ body: { attending, arrived: [] } })),
      ...respond(
        cancelAttendance,
        () => {
          attending = [];
          return errorResponse(403, 'No tienes permiso para esta acción');
        },
        { taskId: activity._id },
      ),
    },
    null,
  );
  await cancelIt();
  await screen.findByRole('dialog', { name: 'No tienes permiso para esta acción' });
  await waitFor(() => expect(screen.queryByText('Vas a asistir')).toBeNull());
});

test('offers the link if this browser cannot prove the attendance', async () => {
  remember('rosa@example.org', activity._id, true);
  const message = 'Si hay una asistencia con ese correo, te enviamos el enlace.';
  const sent = await show(
    {
      ...respond(cancelAttendance, errorResponse(403, 'No tienes permiso para esta acción'), {
        taskId: activity._id,
      }),
      ...respond(requestPersonalLink, { body: { message } }),
    },
    null,
  );
  await cancelIt();
  expect(await screen.findByRole('dialog', { name: 'No tienes permiso para esta acción' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Enviarme el enlace' }));
  expect(await screen.findByText(/^Si hay una asistencia con ese correo/)).toBeTruthy();
  const request = sent.find(({ path }) => path.endsWith('/personal-link'));
  expect(request?.body).toEqual({ email: 'rosa@example.org', taskId: activity._id });
  expect(screen.getByText('Vas a asistir')).toBeTruthy();
});
