import { getActivity } from '@minga/contract/activities';
import { checkAttendance } from '@minga/contract/attendance';
import { confirmAttendance } from '@minga/contract/confirmation';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { anActivity } from '../../../test/activity.ts';
import { ownState } from '../../../test/own-state.ts';
import { aParticipant } from '../../../test/participant.ts';
import { renderApp } from '../../../test/render.tsx';
import {
  attendsNone,
  type Declared,
  declareResponses,
  errorResponse,
  maria,
  type Responses,
  respond,
  signedIn,
  visitor,
} from '../../../test/server.ts';
import { keepUnsent, unsentOf } from '../../features/attendance/unsent-confirmations.ts';
import type { Viewer } from '../../features/attendance/viewer.ts';
import { outbox } from '../shell/slots.ts';
import { followUnsent } from './follow-unsent.ts';

afterEach(() => outbox.fill(null));

const activity = anActivity({ title: 'Siembra', contact: 'any' });
const taskId = { taskId: activity._id };
const clientId = '3f2c1b1e-6f0a-4d55-9a38-0d1f6f9b7a10';
const PENDING = /^Por enviar: tu asistencia/;

/** The activity's page of a browser that has kept a confirmation of this owner. */
async function open(response: Declared<typeof confirmAttendance>, owner: Viewer, session: Responses) {
  keepUnsent(activity, { ...taskId, name: 'Rosa', clientId, ...(owner && { email: owner.email }) }, owner);
  const sent = declareResponses({
    ...session,
    ...attendsNone,
    ...respond(getActivity, { body: activity }, { id: activity._id }),
    ...respond(checkAttendance, { body: ownState(null) }, taskId),
    ...respond(confirmAttendance, response),
  });
  const { queryClient } = renderApp(`/actividades/${activity._id}`);
  await screen.findByRole('heading', { name: 'Siembra', level: 1 });
  followUnsent(queryClient);
  return () => sent.filter(({ path }) => path === '/attendances/confirm').map(({ body }) => body);
}

test('sends what a visitor confirmed without a network, once, and takes over the state', async () => {
  const bodies = await open({ body: aParticipant(1, { email: 'rosa@example.org' }) }, null, visitor);
  expect(await screen.findByText('Enviamos tu asistencia a «Siembra»')).toBeTruthy();
  expect(await screen.findByText('Vas a asistir')).toBeTruthy();
  expect(screen.queryByText(PENDING)).toBeNull();
  expect(bodies()).toEqual([{ ...taskId, name: 'Rosa', clientId }]);
  expect(unsentOf(null)).toEqual([]);
});

test('without a network it stays to be sent, until the browser reports one', async () => {
  let isReached = false;
  const bodies = await open(() => (isReached ? { body: aParticipant(1) } : 'unreachable'), null, visitor);
  expect(await screen.findByText(PENDING)).toBeTruthy();
  expect(await screen.findByText(/^Por enviar: se envía sola/)).toBeTruthy();
  await waitFor(() => expect(bodies()).toHaveLength(1));
  isReached = true;
  dispatchEvent(new Event('online'));
  expect(await screen.findByText('Vas a asistir')).toBeTruthy();
});

test.each([
  [429, 'RATE_LIMITED'],
  [503, 'UNAVAILABLE'],
  [500, 'INTERNAL'],
] as const)('after %s %s it stays to be sent', async (status, code) => {
  const bodies = await open(errorResponse(status, 'Más tarde', code), null, visitor);
  await waitFor(() => expect(bodies()).toHaveLength(1));
  expect(await screen.findByText(PENDING)).toBeTruthy();
});

test('tells the refusal until the viewer has seen it', async () => {
  await open(errorResponse(409, 'Ya no hay cupos', 'FULL'), null, visitor);
  expect(await screen.findByText('No pudimos inscribirte en «Siembra». Ya no hay cupos')).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Asistir a actividad' })).toBeTruthy();
  expect(unsentOf(null)).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Entendido' }));
  await waitFor(() => expect(screen.queryByText(/^No pudimos inscribirte/)).toBeNull());
  expect(unsentOf(null)).toEqual([]);
});

test('shows the link of somebody without an e-mail until it has been seen', async () => {
  const personalLink = 'https://minga.example.org/mi-asistencia?token=abc';
  await open({ body: { ...aParticipant(1, { email: '' }), personalLink } }, null, visitor);
  await userEvent.click(await screen.findByRole('button', { name: 'Ver mi enlace' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Tu enlace')).value).toBe(personalLink);
  await userEvent.click(screen.getByRole('button', { name: 'Listo' }));
  await waitFor(() => expect(screen.queryByText(/^Quedaste en/)).toBeNull());
  expect(unsentOf(null)).toEqual([]);
});

test("an account's confirmation is neither shown to others nor sent by them", async () => {
  const bodies = await open({ body: aParticipant(1) }, maria, visitor);
  expect(await screen.findByRole('button', { name: 'Asistir a actividad' })).toBeTruthy();
  expect(screen.queryByText(PENDING)).toBeNull();
  expect(bodies()).toEqual([]);
  expect(unsentOf(maria)).toHaveLength(1);
});

test('an account sends its own', async () => {
  const bodies = await open({ body: aParticipant(1, { email: maria.email }) }, maria, signedIn());
  expect(await screen.findByText('Enviamos tu asistencia a «Siembra»')).toBeTruthy();
  expect(bodies()).toHaveLength(1);
});
