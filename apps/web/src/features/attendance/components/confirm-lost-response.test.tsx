import { checkAttendance, checkAttendances } from '@minga/contract/attendance';
import { confirmAttendance } from '@minga/contract/confirmation';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { anActivity } from '../../../../test/activity.ts';
import { ownState } from '../../../../test/own-state.ts';
import { renderInRouter } from '../../../../test/render.tsx';
import { declareResponses, type Responses, respond } from '../../../../test/server.ts';
import { unsentOf } from '../unsent-confirmations.ts';
import { AttendanceButton } from './attendance-button.tsx';

const activity = anActivity();
const ana = { email: 'ana@example.org', username: 'Ana' };

/** Confirms Rosa's attendance as the given viewer. */
async function confirmFor(responses: Responses, viewer: typeof ana | null = null) {
  const sent = declareResponses({
    ...respond(checkAttendances, { body: { attending: [], arrived: [] } }),
    ...responses,
  });
  await renderInRouter(<AttendanceButton activity={activity} viewer={viewer} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Asistir a actividad' }));
  const email = await screen.findByLabelText('Correo electrónico');
  await userEvent.clear(email);
  await userEvent.type(email, 'rosa@example.org');
  await userEvent.clear(screen.getByLabelText('Nombre'));
  await userEvent.type(screen.getByLabelText('Nombre'), 'Rosa');
  await userEvent.click(screen.getByRole('button', { name: 'Confirmar' }));
  return sent;
}

test.each([
  ['lost', 'unreachable'],
  ["a proxy's", { status: 504 }],
  ['cut off', new Response(null, { status: 201 })],
] as const)('checks the outcome if the response is %s', async (_, response) => {
  const sent = await confirmFor({
    ...respond(confirmAttendance, response),
    ...respond(checkAttendance, { body: ownState('confirmed') }, { taskId: activity._id }),
  });
  expect(await screen.findByText('Asistencia confirmada correctamente!')).toBeTruthy();
  expect(await screen.findByText('Vas a asistir')).toBeTruthy();
  // The first check obtains the visitor's cookie.
  const requestsTo = sent.filter(({ path }) => path === `/attendances/check/${activity._id}`);
  expect(requestsTo.map(({ query }) => query)).toEqual([{}, { email: 'rosa@example.org' }]);
});

test('checks the outcome also if an account confirms for another e-mail', async () => {
  await confirmFor(
    {
      ...respond(confirmAttendance, 'unreachable'),
      ...respond(checkAttendance, { body: ownState('confirmed') }, { taskId: activity._id }),
    },
    ana,
  );
  expect(await screen.findByText('Asistencia confirmada correctamente!')).toBeTruthy();
  expect(screen.queryByText('Vas a asistir')).toBeNull();
});

test('keeps a request that never arrived, to be sent later', async () => {
  await confirmFor({
    ...respond(confirmAttendance, 'unreachable'),
    ...respond(checkAttendance, { body: ownState(null) }, { taskId: activity._id }),
  });
  expect(await screen.findByText('Sin conexión: tu asistencia quedó por enviar')).toBeTruthy();
  expect(await screen.findByText(/^Por enviar/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'No enviar' }));
  expect(await screen.findByRole('button', { name: 'Asistir a actividad' })).toBeTruthy();
  expect(unsentOf(null)).toEqual([]);
});

test('without storage a request that never arrived is an error, and the values stay', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('full');
  });
  await confirmFor({
    ...respond(confirmAttendance, 'unreachable'),
    ...respond(checkAttendance, { body: ownState(null) }, { taskId: activity._id }),
  });
  expect(await screen.findByText(/^Error al confirmar asistencia\. No hay conexión/)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Nombre').value).toBe('Rosa');
  vi.restoreAllMocks();
});
