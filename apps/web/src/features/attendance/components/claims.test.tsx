import { getActivity } from '@minga/contract/activities';
import { checkAttendance, checkAttendances, listOwnAttendances } from '@minga/contract/attendance';
import { confirmAttendance } from '@minga/contract/confirmation';
import { answerOffer, changeClaims } from '@minga/contract/party';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { anActivity } from '../../../../test/activity.ts';
import { aNeed } from '../../../../test/need.ts';
import { ownState } from '../../../../test/own-state.ts';
import { aParticipant } from '../../../../test/participant.ts';
import { renderInRouter } from '../../../../test/render.tsx';
import { declareResponses, errorResponse, type Responses, respond } from '../../../../test/server.ts';
import { rememberedParties } from '../remembered-parties.ts';
import { AttendanceButton } from './attendance-button.tsx';

const idOf = (end: string) => `0197b2f0-0000-7000-8000-0000000000${end}`;
const [cook, spades, bricks] = [idOf('c1'), idOf('c2'), idOf('c3')];
const needs = [
  aNeed({ _id: cook, quantity: 1 }),
  aNeed({ _id: spades, kind: 'thing', name: 'Palas', quantity: 4, taken: 1, note: 'Con mango' }),
  aNeed({ _id: bricks, kind: 'thing', name: 'Ladrillos', quantity: 200 }),
  aNeed({ _id: idOf('c4'), name: 'Registro', taken: 2 }),
];
const activity = anActivity({ needs, needsRequired: true });
const taskId = { taskId: activity._id };
const button = (name: string) => screen.findByRole('button', { name });
const ana = { email: 'ana@example.org', username: 'Ana' };

beforeEach(() => localStorage.clear());

const show = async (responses: Responses, values: object = {}, viewer: typeof ana | null = null) => {
  const sent = declareResponses(responses);
  await renderInRouter(<AttendanceButton activity={{ ...activity, ...values }} viewer={viewer} />);
  return (path: string) => sent.filter(call => call.path === path).map(({ body }) => body);
};

test('the form of a card fetches what the activity asks, and offers to try again', async () => {
  const { needs: _needs, questions: _questions, ...card } = activity;
  let isAway = true;
  declareResponses({
    ...respond(checkAttendances, { body: { attending: [], arrived: [] } }),
    ...respond(checkAttendance, { body: ownState(null) }, taskId),
    // Not repeated by itself.
    ...respond(getActivity, () => (isAway ? errorResponse(404, 'No existe') : { body: activity }), {
      id: card._id,
    }),
  });
  await renderInRouter(<AttendanceButton activity={card} viewer={null} />);
  await userEvent.click(await button('Asistir a actividad'));
  const again = await button('Intentar de nuevo');
  isAway = false;
  await userEvent.click(again);
  expect(await screen.findByRole('group', { name: /En qué ayudas o qué llevas/ })).toBeTruthy();
});

test('the form offers what is missing; an error is shown at the choice and keeps it', async () => {
  let isFull = true;
  const claims = [
    { needId: cook, quantity: 1 },
    { needId: spades, quantity: 2 },
    { needId: bricks, quantity: 50 },
  ];
  const bodies = await show({
    ...respond(checkAttendances, { body: { attending: [], arrived: [] } }),
    ...respond(checkAttendance, { body: ownState(null) }, taskId),
    ...respond(confirmAttendance, () =>
      isFull
        ? errorResponse(409, 'De «Palas» ya no hace falta tanto', 'NEED_FULL')
        : { status: 201, body: aParticipant(1, { claims }) },
    ),
  });
  await userEvent.click(await button('Asistir a actividad'));
  expect(
    await screen.findByRole('group', { name: /En qué ayudas o qué llevas.*Elige al menos una/ }),
  ).toBeTruthy();
  expect(screen.queryByText('Registro')).toBeNull();
  await userEvent.type(screen.getByLabelText('Nombre'), 'Rosa');
  await userEvent.type(screen.getByLabelText('Correo electrónico'), 'rosa@example.org');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Cocina' }));
  expect(screen.getByText('Faltan 3 · Con mango')).toBeTruthy();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Palas' }), '2 unidades');
  await userEvent.type(screen.getByRole('spinbutton', { name: 'Ladrillos' }), '50');
  await userEvent.click(await button('Confirmar'));
  expect(await screen.findByText('De «Palas» ya no hace falta tanto')).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Cocina' }).checked).toBe(true);
  isFull = false;
  await userEvent.click(await button('Confirmar'));
  expect(await screen.findByText('Elegiste: Cocina, Palas (2), Ladrillos (50)')).toBeTruthy();
  expect(bodies('/attendances/confirm').at(-1)).toMatchObject({ name: 'Rosa', claims });
  expect(rememberedParties()[activity._id]).toEqual({ companions: 0, claims });
});

test('the form of the waiting list says when to choose, and offers no choice', async () => {
  const limits = { capacity: 3, companionsMax: 2, places: { taken: 1, free: 2, waiting: 0 } };
  const waiting = aParticipant(1, { status: 'waiting', position: 1, companions: 2 });
  const bodies = await show(
    {
      ...respond(checkAttendance, { body: ownState(null) }, taskId),
      ...respond(confirmAttendance, { status: 201, body: waiting }),
    },
    limits,
  );
  await userEvent.click(await button('Asistir a actividad'));
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Cocina' }));
  await userEvent.selectOptions(screen.getByLabelText('¿Cuántas personas van contigo?'), '2');
  expect(screen.queryByRole('group', { name: /En qué ayudas/ })).toBeNull();
  expect(screen.getByText(/Cuando tengas un cupo eliges en qué ayudas\./)).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Nombre'), 'Rosa');
  await userEvent.type(screen.getByLabelText('Correo electrónico'), 'rosa@example.org');
  await userEvent.click(screen.getByRole('button', { name: 'Entrar a la lista de espera' }));
  await expect.poll(() => bodies('/attendances/confirm')).toMatchObject([{ companions: 2 }]);
  expect(bodies('/attendances/confirm')).not.toMatchObject([{ claims: expect.anything() }]);
});

test('a choice that is required has the focus after the refusal', async () => {
  await show({
    ...respond(checkAttendances, { body: { attending: [], arrived: [] } }),
    ...respond(checkAttendance, { body: ownState(null) }, taskId),
    ...respond(
      confirmAttendance,
      errorResponse(400, 'Elige al menos una tarea o cosa por llevar', 'NEED_REQUIRED'),
    ),
  });
  await userEvent.click(await button('Asistir a actividad'));
  await userEvent.type(await screen.findByLabelText('Nombre'), 'Rosa');
  await userEvent.type(screen.getByLabelText('Correo electrónico'), 'rosa@example.org');
  await userEvent.click(await button('Confirmar'));
  expect(await screen.findByText('Elige al menos una tarea o cosa por llevar')).toBeTruthy();
  const first = screen.getByRole('checkbox', { name: 'Cocina' });
  await waitFor(() => expect(document.activeElement).toBe(first));
});

test('a member changes what it takes on', async () => {
  let claims = [{ needId: spades, quantity: 1 }];
  const bodies = await show(
    {
      ...respond(checkAttendances, { body: { attending: [activity._id], arrived: [] } }),
      ...respond(listOwnAttendances, () => ({ body: [{ ...aParticipant(1, { claims }), task: activity }] })),
      ...respond(
        changeClaims,
        ({ body }) => {
          claims = (body as { claims: typeof claims }).claims;
          return { body: aParticipant(1, { claims }) };
        },
        taskId,
      ),
    },
    {},
    ana,
  );
  expect(await screen.findByText('Elegiste: Palas')).toBeTruthy();
  await userEvent.click(await button('Cambiar en qué ayudo'));
  const choice = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Palas' });
  // One's own and the three that are missing.
  expect([choice.value, choice.options.length]).toEqual(['1', 5]);
  await userEvent.selectOptions(choice, 'No');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Cocina' }));
  await userEvent.click(await button('Guardar'));
  expect(await screen.findByText('Elegiste: Cocina')).toBeTruthy();
  expect(bodies(`/attendances/claims/${activity._id}`)).toEqual([
    { claims: [{ needId: cook, quantity: 1 }] },
  ]);
  // The check that the change caused.
  await expect.poll(() => bodies('/attendances/check')).toHaveLength(2);
});

test('an offered place asks for what is required', async () => {
  let state = ownState('offered', { offerExpiresAt: '2099-11-23T15:00:00.000Z' });
  const refusal = errorResponse(400, 'Elige al menos una tarea o cosa por llevar', 'NEED_REQUIRED');
  const bodies = await show(
    {
      ...respond(checkAttendance, () => ({ body: state }), taskId),
      ...respond(
        answerOffer,
        ({ body }) =>
          (body as { claims: unknown[] }).claims.length === 0 ? refusal : { body: aParticipant(1) },
        taskId,
      ),
    },
    { capacity: 3, places: { taken: 3, free: 0, waiting: 1 } },
  );
  await userEvent.click(await button('Aceptar el cupo'));
  const dialog = await screen.findByRole('dialog', { name: 'Aceptar el cupo' });
  const accept = () =>
    userEvent.click(screen.getAllByRole('button', { name: 'Aceptar el cupo' }).at(-1) as HTMLElement);
  await accept();
  expect(await screen.findByText('Elige al menos una tarea o cosa por llevar')).toBeTruthy();
  const first = screen.getByRole('checkbox', { name: 'Cocina' });
  await waitFor(() => expect(document.activeElement).toBe(first));
  await userEvent.click(first);
  state = ownState('confirmed');
  await accept();
  await waitFor(() => expect(dialog.isConnected).toBe(false));
  expect(await screen.findByText('Vas a asistir: tienes cupo')).toBeTruthy();
  expect(bodies(`/attendances/offer/${activity._id}`).at(-1)).toEqual({
    accept: true,
    claims: [{ needId: cook, quantity: 1 }],
  });
});

test('without anything missing the dialog says so', async () => {
  await show(
    {
      ...respond(checkAttendances, { body: { attending: [], arrived: [] } }),
      ...respond(checkAttendance, { body: ownState(null) }, taskId),
    },
    { needs: [aNeed({ taken: 2 })], needsRequired: false },
  );
  await userEvent.click(await button('Asistir a actividad'));
  expect(await screen.findByText('Ya está todo cubierto. ¡Gracias!')).toBeTruthy();
});

test('companions that an earlier release remembered are read', () => {
  localStorage.setItem('minga.companions', JSON.stringify({ [activity._id]: 2 }));
  expect(rememberedParties()).toEqual({ [activity._id]: { companions: 2, claims: [] } });
});
