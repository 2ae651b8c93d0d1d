import { getActivity } from '@minga/contract/activities';
import { checkAttendance, checkAttendances } from '@minga/contract/attendance';
import { confirmAttendance } from '@minga/contract/confirmation';
import { selfCheckIn } from '@minga/contract/self-check-in';
import { confirmSeries, type SeriesCounts } from '@minga/contract/series-confirmation';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { anActivity } from '../../../test/activity.ts';
import { clearOutbox } from '../../../test/outbox.ts';
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
import type { Viewer } from '../../features/attendance/model.ts';
import { selfArrivalKind, storeArrival } from '../../features/attendance/self/self-arrival.ts';
import { confirmationKind, storeConfirmation } from '../../features/attendance/unsent.ts';
import { readEntries } from '../../lib/outbox.ts';
import { createQueryClient } from '../../lib/server/query-client.ts';
import { outbox } from '../shell/slots.ts';
import { followOutbox } from './after-start.tsx';
import 'fake-indexeddb/auto';

afterEach(async () => {
  outbox.fill(null);
  await clearOutbox(confirmationKind);
  await clearOutbox(selfArrivalKind);
});

const unsentOf = (viewer: Viewer) => readEntries(confirmationKind, viewer?.email ?? null);

const activity = anActivity({ title: 'Siembra', contact: 'any' });
const taskId = { taskId: activity._id };
const clientId = '3f2c1b1e-6f0a-4d55-9a38-0d1f6f9b7a10';
const PENDING = /^Por enviar: tu asistencia/;

/** The activity's page of a browser that has kept a confirmation of this owner. */
async function open(
  response: Declared<typeof confirmAttendance>,
  owner: Viewer,
  session: Responses,
  others: Responses = {},
) {
  const confirmation = { ...taskId, name: 'Rosa', clientId, ...(owner && { email: owner.email }) };
  await storeConfirmation(createQueryClient(), owner, activity, confirmation);
  const sent = declareResponses({
    ...session,
    ...attendsNone,
    ...respond(getActivity, { body: activity }, { id: activity._id }),
    ...respond(checkAttendance, { body: ownState(null) }, taskId),
    ...respond(confirmAttendance, response),
    ...others,
  });
  const { queryClient } = renderApp(`/actividades/${activity._id}`);
  await screen.findByRole('heading', { name: 'Siembra', level: 1 });
  followOutbox(queryClient);
  return () => sent.filter(({ path }) => path === '/attendances/confirm').map(({ body }) => body);
}

test('sends what a visitor confirmed without a network, once, and takes over the state', async () => {
  const bodies = await open({ body: aParticipant(1, { email: 'rosa@example.org' }) }, null, visitor);
  expect(await screen.findByText('Enviamos tu asistencia a «Siembra»')).toBeTruthy();
  expect(await screen.findByText('Vas a asistir')).toBeTruthy();
  expect(screen.queryByText(PENDING)).toBeNull();
  expect(bodies()).toEqual([{ ...taskId, name: 'Rosa', clientId }]);
  expect(await unsentOf(null)).toEqual([]);
});

test('without a network it stays to be sent, until the browser reports one', async () => {
  let isReached = false;
  const bodies = await open(() => (isReached ? { body: aParticipant(1) } : 'unreachable'), null, visitor);
  expect(await screen.findByText(PENDING)).toBeTruthy();
  expect(await screen.findByText(/^Por enviar: se envía sola/)).toBeTruthy();
  // A lost response is replaced by the same call.
  await waitFor(() => expect(bodies()).toHaveLength(2));
  isReached = true;
  dispatchEvent(new Event('online'));
  expect(await screen.findByText('Vas a asistir')).toBeTruthy();
});

test('sends an arrival after the confirmation that was made before it, also if that fails first', async () => {
  const code = '0123456789abcdefghjkmnpqrs';
  const arrival = { attendanceId: clientId, name: 'Rosa', checkedInAt: activity.date, activity };
  const calls: string[] = [];
  let isListed = false;
  await storeArrival({ code, token: undefined, owner: null });
  const answered = () => {
    calls.push('confirm');
    isListed = calls.length > 1;
    return isListed ? { body: aParticipant(1) } : 'unreachable';
  };
  await open(answered, null, visitor, {
    ...respond(selfCheckIn, () => {
      calls.push(isListed ? 'arrive' : 'too early');
      return isListed ? { body: arrival } : errorResponse(404, 'No estás', 'NOT_ATTENDING');
    }),
  });
  expect(await screen.findByText('Registramos tu llegada a «Siembra»')).toBeTruthy();
  // An early attempt is no refusal: the arrival waits.
  expect(calls.filter(call => call !== 'too early')).toEqual(['confirm', 'confirm', 'arrive']);
  expect(await readEntries(selfArrivalKind, null)).toEqual([]);
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
  expect(
    await screen.findByText('No pudimos confirmar tu asistencia a «Siembra». Ya no hay cupos'),
  ).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Asistir a actividad' })).toBeTruthy();
  expect(await unsentOf(null)).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Entendido' }));
  await waitFor(() => expect(screen.queryByText(/^No pudimos confirmar tu asistencia/)).toBeNull());
  expect(await unsentOf(null)).toEqual([]);
});

test('shows the link of an attendee without an e-mail until it has been seen', async () => {
  const personalLink = 'https://minga.example.org/mi-asistencia?token=abc';
  await open({ body: { ...aParticipant(1, { email: '' }), personalLink } }, null, visitor);
  await userEvent.click(await screen.findByRole('button', { name: 'Ver mi enlace' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Tu enlace')).value).toBe(personalLink);
  await userEvent.click(screen.getByRole('button', { name: 'Listo' }));
  await waitFor(() => expect(screen.queryByText(/^Quedaste en/)).toBeNull());
  expect(await unsentOf(null)).toEqual([]);
});

test("an account's confirmation is neither shown to others nor sent by them", async () => {
  const bodies = await open({ body: aParticipant(1) }, maria, visitor);
  expect(await screen.findByRole('button', { name: 'Asistir a actividad' })).toBeTruthy();
  expect(screen.queryByText(PENDING)).toBeNull();
  expect(bodies()).toEqual([]);
  expect(await unsentOf(maria)).toHaveLength(1);
});

test('an account sends its own', async () => {
  const bodies = await open({ body: aParticipant(1, { email: maria.email }) }, maria, signedIn());
  expect(await screen.findByText('Enviamos tu asistencia a «Siembra»')).toBeTruthy();
  expect(bodies()).toHaveLength(1);
});

const seriesId = '0199bbbb-0000-7000-8000-000000000001';
const counts: SeriesCounts = { confirmed: 0, waiting: 0, full: 0, already: 0, separate: 0 };

/** The same of a confirmation of all dates. */
async function openSeries(response: Declared<typeof confirmSeries>, isAttending = () => false) {
  const rosa = { ...taskId, name: 'Rosa', email: 'rosa@example.org', clientId };
  await storeConfirmation(createQueryClient(), null, { title: 'Siembra', seriesId }, rosa);
  const sent = declareResponses({
    ...visitor,
    ...respond(checkAttendances, () => ({
      body: { attending: isAttending() ? [activity._id] : [], arrived: [] },
    })),
    ...respond(getActivity, { body: activity }, { id: activity._id }),
    ...respond(confirmSeries, response, { seriesId }),
  });
  const { queryClient } = renderApp(`/actividades/${activity._id}`);
  await screen.findByRole('heading', { name: 'Siembra', level: 1 });
  followOutbox(queryClient);
  return () => sent.filter(({ path }) => path.startsWith('/attendances/confirm'));
}

test('all dates of a series are sent when there is a network, by one call', async () => {
  let isReached = false;
  const sent = await openSeries(
    () => (isReached ? { status: 201, body: { ...counts, confirmed: 11, already: 1 } } : 'unreachable'),
    () => isReached,
  );
  const notice = await screen.findByText(PENDING);
  expect(notice.textContent).toBe('Por enviar: tu asistencia a «Siembra» (todas las fechas)');
  expect(await screen.findByText(/^Por enviar: se envía sola/)).toBeTruthy();
  await waitFor(() => expect(sent()).toHaveLength(1));
  isReached = true;
  dispatchEvent(new Event('online'));
  expect(
    await screen.findByText('Enviamos tu asistencia a «Siembra». Vas a 11 fechas; en 1 fecha ya estabas.'),
  ).toBeTruthy();
  expect(await screen.findByText('Vas a asistir')).toBeTruthy();
  expect(screen.queryByText(PENDING)).toBeNull();
  const body = { name: 'Rosa', email: 'rosa@example.org', clientId };
  const request = { path: `/attendances/confirm-series/${seriesId}`, body };
  for (const one of sent()) expect(one).toMatchObject(request);
  expect(await unsentOf(null)).toEqual([]);
});

test('what became of the dates stays until the viewer has seen it, where some have no place', async () => {
  await openSeries({ status: 201, body: { ...counts, confirmed: 9, full: 3 } });
  const notice = 'Enviamos tu asistencia a «Siembra». Vas a 9 fechas; en 3 fechas ya no hay cupo.';
  expect(await screen.findByText(notice)).toBeTruthy();
  // Whether this date is one of them, only the server knows.
  expect(await screen.findByRole('button', { name: 'Asistir a actividad' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Entendido' }));
  await waitFor(() => expect(screen.queryByText(notice)).toBeNull());
  expect(await unsentOf(null)).toEqual([]);
});

test.each<[string, Declared<typeof confirmSeries>, string]>([
  ['no date has a place', { status: 201, body: { ...counts, full: 12 } }, 'En 12 fechas ya no hay cupo.'],
  ['the server refuses', errorResponse(404, 'La serie no existe', 'NOT_FOUND'), 'La serie no existe'],
])('tells why the dates of a series were refused: %s', async (_, response, why) => {
  await openSeries(response);
  expect(await screen.findByText(`No pudimos confirmar tu asistencia a «Siembra». ${why}`)).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Asistir a actividad' })).toBeTruthy();
});

test('of all dates without an e-mail the link is shown', async () => {
  const personalLink = 'https://minga.example.org/mi-asistencia?token=abc';
  await openSeries({ status: 201, body: { ...counts, confirmed: 12, personalLink } });
  expect(
    await screen.findByText(/^Enviamos tu asistencia a «Siembra». Vas a 12 fechas. Guarda/),
  ).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Ver mi enlace' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Tu enlace')).value).toBe(personalLink);
});
