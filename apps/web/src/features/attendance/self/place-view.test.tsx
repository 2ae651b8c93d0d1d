import 'fake-indexeddb/auto';
import { getActivity } from '@minga/contract/activities';
import { checkAttendance } from '@minga/contract/attendance';
import { confirmAttendance } from '@minga/contract/confirmation';
import { PERSONAL_LINK_MESSAGE, requestPersonalLink } from '@minga/contract/personal-link';
import { type Place, readPlace, selfCheckIn } from '@minga/contract/self-check-in';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import { anActivity } from '../../../../test/activity.ts';
import { clearOutbox } from '../../../../test/outbox.ts';
import { aParticipant } from '../../../../test/participant.ts';
import { renderApp } from '../../../../test/render.tsx';
import { declareResponses, type Responses, respond, visitor } from '../../../../test/server.ts';
import { hasMark } from '../../../lib/outbox-store.ts';
import { selfArrivalKind } from './self-arrival.ts';

const CODE = '0123456789abcdefghjkmnpqrs';
const HOUR_MS = 3_600_000;
const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

const activity = anActivity({ title: 'Siembra de árboles', date: at(0.5), endDate: null });
const { _id, title, place } = activity;
const placed = (attendance: Place['attendance'], date = activity.date): Place => ({
  activity: { _id, title, place, date, endDate: null },
  attendance,
});
const LUZ = { name: 'Luz Marina', status: 'confirmed' as const, checkedInAt: null };
const arrival = {
  attendanceId: _id,
  name: 'Luz Marina',
  checkedInAt: at(0),
  activity: placed(null).activity,
};

const paths = (sent: readonly { path: string }[]) =>
  sent.map(({ path }) => path).filter(path => /place|self-check-in/.test(path));

function open(responses: Responses, address = CODE) {
  const sent = declareResponses({ ...visitor, ...responses });
  renderApp(`/estoy/${address}`);
  return sent;
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const arrive = () => screen.findByRole('button', { name: 'Ya llegué' });

describe('place-view', () => {
  afterEach(() => clearOutbox(selfArrivalKind));

  test('opening changes nothing, and one press registers the arrival', async () => {
    const sent = open({
      ...respond(readPlace, { body: placed(LUZ) }),
      ...respond(selfCheckIn, { body: arrival }),
    });
    await heading('Siembra de árboles');
    expect(screen.getByText('Hola, Luz Marina.')).toBeTruthy();
    expect(paths(sent)).toEqual(['/attendances/place']);
    await userEvent.click(await arrive());
    expect(await screen.findByText('Luz Marina')).toBeTruthy();
    expect(await screen.findByText(/^Llegaste a las? /)).toBeTruthy();
    expect(sent.find(({ path }) => path.endsWith('/self-check-in'))?.body).toEqual({ code: CODE });
  });

  test('a code is read as it was typed', async () => {
    const sent = open({ ...respond(readPlace, { body: placed(LUZ) }) }, 'OI23-456789ABCDEFGHJKMNPQRS');
    await arrive();
    expect(sent.find(({ path }) => path.endsWith('/place'))?.body).toEqual({ code: CODE });
  });

  test.each([
    ['corto', {}],
    [CODE, respond(readPlace, { status: 404, body: { message: 'No', code: 'NOT_FOUND' } })],
  ])('a code that is not valid any more says what to do: %s', async (address, responses) => {
    open(responses, address);
    await heading('Este código ya no sirve');
    expect(screen.getByText(/pedirle a quien recibe/)).toBeTruthy();
  });

  test.each([
    ['too early', placed(LUZ, at(3)), /^Todavía no: podrás registrar tu llegada desde (las?|el) /],
    ['too late', placed(LUZ, at(-7)), /^Ya pasó la hora/],
    ['waiting', placed({ ...LUZ, status: 'waiting' }), /^Estás en la lista de espera/],
    ['offered', placed({ ...LUZ, status: 'offered' }), /^Tienes un cupo ofrecido/],
    ['unknown after the start', placed(null, at(-1)), /la actividad ya comenzó/],
  ])('%s: says why and what else helps', async (_what, body, text) => {
    open(respond(readPlace, { body }));
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Ya llegué' })).toBeNull();
  });

  test('the link of the e-mail leads back', async () => {
    const sent = open({
      ...respond(readPlace, { body: placed(null) }),
      ...respond(getActivity, { body: activity }, { id: _id }),
      ...respond(requestPersonalLink, { body: { message: PERSONAL_LINK_MESSAGE } }),
    });
    await userEvent.type(await screen.findByLabelText('El correo con el que confirmaste'), 'luz@example.org');
    await userEvent.click(screen.getByRole('button', { name: 'Enviarme el enlace' }));
    expect(await screen.findByText(/ahí estará el botón «Ya llegué»/)).toBeTruthy();
    expect(sent.find(({ path }) => path.endsWith('/personal-link'))?.body).toEqual({
      email: 'luz@example.org',
      taskId: _id,
    });
    expect(localStorage.getItem('minga.place')).toContain(CODE);
  });

  test('who had not signed up confirms and arrives in one go', async () => {
    const attendance = aParticipant(1, {
      _id,
      task: _id,
      taskId: _id,
      name: 'Luz',
      email: 'luz@example.org',
      createdAt: at(0),
    });
    const sent = open({
      ...respond(readPlace, { body: placed(null) }),
      ...respond(getActivity, { body: activity }, { id: _id }),
      ...respond(
        checkAttendance,
        {
          body: {
            isAttending: false,
            status: null,
            position: null,
            offerExpiresAt: null,
            askedAgainAt: null,
            reconfirmed: null,
          },
        },
        { taskId: _id },
      ),
      ...respond(confirmAttendance, { status: 201, body: attendance }),
      ...respond(selfCheckIn, { body: arrival }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Confirmar y registrar mi llegada' }));
    await userEvent.type(await screen.findByLabelText(/^Nombre/), 'Luz');
    await userEvent.type(await screen.findByLabelText(/^Correo/), 'luz@example.org');
    await userEvent.click(screen.getByRole('button', { name: 'Confirmar' }));
    expect(await screen.findByText(/^Llegaste a las? /)).toBeTruthy();
    expect(paths(sent)).toContain('/attendances/self-check-in');
  });

  test('without a network the arrival is stored, and sent once there is one', async () => {
    let isReachable = false;
    open({
      ...respond(readPlace, { body: placed(LUZ) }),
      ...respond(selfCheckIn, () => (isReachable ? { body: arrival } : 'unreachable')),
    });
    await userEvent.click(await arrive());
    expect(await screen.findByText('Guardamos tu llegada')).toBeTruthy();
    // Every page sends what has a mark.
    expect(hasMark()).toBe(true);
    isReachable = true;
    window.dispatchEvent(new Event('online'));
    expect(await screen.findByText(/^Llegaste a las? /)).toBeTruthy();
    expect(hasMark()).toBe(false);
  });

  test('a rejection is shown, and the page learns the present state', async () => {
    let status: 'confirmed' | 'waiting' = 'confirmed';
    open({
      ...respond(readPlace, () => ({ body: placed({ ...LUZ, status }) })),
      ...respond(selfCheckIn, {
        status: 409,
        body: { message: 'Primero debes tener un cupo confirmado', code: 'NOT_CONFIRMED' },
      }),
    });
    const button = await arrive();
    status = 'waiting';
    await userEvent.click(button);
    expect(await screen.findByText('Primero debes tener un cupo confirmado')).toBeTruthy();
    await waitFor(() => expect(screen.getByText(/^Estás en la lista de espera/)).toBeTruthy());
  });
});
