import { getActivity } from '@minga/contract/activities';
import {
  cancelAttendance,
  checkAttendance,
  checkAttendances,
  listOwnAttendances,
} from '@minga/contract/attendance';
import { confirmAttendance } from '@minga/contract/confirmation';
import { answerOffer, changeClaims, changeParty, reconfirmAttendance } from '@minga/contract/party';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { anActivity } from '../../../test/activity.ts';
import { aNeed } from '../../../test/need.ts';
import { ownState } from '../../../test/own-state.ts';
import { aParticipant } from '../../../test/participant.ts';
import { renderInRouter } from '../../../test/render.tsx';
import { declareResponses, errorResponse, type Responses, respond } from '../../../test/server.ts';
import { AttendanceButton } from './attendance-button.tsx';
import { rememberedParties } from './remembered-parties.ts';

describe('places', () => {
  const full = { taken: 3, free: 0, waiting: 1 };
  const activity = anActivity({ capacity: 3, companionsMax: 2, places: { taken: 1, free: 2, waiting: 0 } });
  const taskId = { taskId: activity._id };
  const waiting = ownState('waiting', { position: 2 });
  const offered = ownState('offered', { offerExpiresAt: '2099-11-23T15:00:00.000Z' });
  const over = errorResponse(409, 'El cupo ya pasó a otra persona', 'OFFER_OVER');

  async function show(
    state: typeof waiting,
    changes: Partial<typeof activity> = {},
    responses: Responses = {},
  ) {
    let current = state;
    const sent = declareResponses({
      ...respond(checkAttendance, () => ({ body: current }), taskId),
      ...responses,
    });
    await renderInRouter(<AttendanceButton activity={{ ...activity, ...changes }} viewer={null} />);
    return {
      bodies: (path: string) => sent.filter(call => call.path === path).map(({ body }) => body),
      becomes: (next: typeof waiting) => {
        current = next;
      },
    };
  }

  const button = (name: string) => screen.findByRole('button', { name });

  test.each([
    [full, true, 'Entrar a la lista de espera'],
    [{ taken: 1, free: 2, waiting: 0 }, true, 'Asistir a actividad'],
    [{ taken: 1, free: 2, waiting: 0 }, false, 'Asistir a actividad'],
  ])('with the places %j and a waiting list %s the button is «%s»', async (places, hasWaitingList, name) => {
    await show(ownState(null), { places, hasWaitingList });
    expect(await button(name)).toBeTruthy();
  });

  test('without places and a waiting list there is nothing to press', async () => {
    await show(ownState(null), { places: full, hasWaitingList: false });
    expect(await screen.findByText('Ya no hay cupos')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('a party that does not fit is told so before it confirms, and its position after', async () => {
    const confirmed = aParticipant(1, { status: 'waiting', position: 2, companions: 2 });
    const { bodies, becomes } = await show(
      ownState(null),
      {},
      respond(confirmAttendance, { status: 201, body: confirmed }),
    );
    await userEvent.click(await button('Asistir a actividad'));
    expect(await screen.findByText('Quedan 2 cupos.')).toBeTruthy();
    await userEvent.selectOptions(screen.getByLabelText('¿Cuántas personas van contigo?'), '2');
    expect(screen.getByRole('dialog', { name: 'Entrar a la lista de espera' })).toBeTruthy();
    expect(screen.getByText('Quedan 2 cupos: un grupo de 3 quedará en la lista de espera.')).toBeTruthy();
    await userEvent.type(screen.getByLabelText('Nombre'), 'Rosa');
    await userEvent.type(screen.getByLabelText('Correo electrónico'), 'rosa@example.org');
    becomes(waiting);
    await userEvent.click(screen.getByRole('button', { name: 'Entrar a la lista de espera' }));
    expect(await screen.findByText('Quedaste en la lista de espera, en el puesto 2')).toBeTruthy();
    expect(await screen.findByText('En espera, puesto 2')).toBeTruthy();
    expect(bodies('/attendances/confirm')).toMatchObject([{ companions: 2, name: 'Rosa' }]);
  });

  test('a refusal keeps what was typed', async () => {
    await show(
      ownState(null),
      { hasWaitingList: false },
      respond(confirmAttendance, errorResponse(409, 'Ya no hay cupos', 'FULL')),
    );
    await userEvent.click(await button('Asistir a actividad'));
    await userEvent.type(await screen.findByLabelText('Nombre'), 'Rosa');
    await userEvent.type(screen.getByLabelText('Correo electrónico'), 'rosa@example.org');
    await userEvent.click(screen.getByRole('button', { name: 'Confirmar' }));
    expect(await screen.findByText('Ya no hay cupos')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Nombre').value).toBe('Rosa');
  });

  test('an attendee on the waiting list sees the position and leaves the list', async () => {
    const gone = { body: { deletedAttendance: aParticipant(1) } };
    const { becomes } = await show(waiting, { places: full }, respond(cancelAttendance, gone, taskId));
    expect(await screen.findByText('En espera, puesto 2')).toBeTruthy();
    await userEvent.click(await button('Salir de la lista de espera'));
    expect(await screen.findByRole('dialog', { name: '¿Salir de la lista de espera?' })).toBeTruthy();
    becomes(ownState(null));
    await userEvent.click(await button('Sí, salir'));
    expect(await screen.findByText('Saliste de la lista de espera')).toBeTruthy();
    expect(await button('Entrar a la lista de espera')).toBeTruthy();
  });

  test('an offered place is accepted with one press', async () => {
    const mine = aParticipant(1);
    const { bodies, becomes } = await show(
      offered,
      { places: full },
      respond(answerOffer, { body: mine }, taskId),
    );
    expect(
      await screen.findByText(/^Te ofrecemos un cupo hasta el lunes, 23 de noviembre de 2099/),
    ).toBeTruthy();
    becomes(ownState('confirmed'));
    await userEvent.click(await button('Aceptar el cupo'));
    expect(await screen.findByText('¡Listo! Tienes cupo')).toBeTruthy();
    expect(await screen.findByText('Vas a asistir: tienes cupo')).toBeTruthy();
    expect(bodies(`/attendances/offer/${activity._id}`)).toEqual([{ accept: true }]);
  });

  test('an offered place is left to the next person', async () => {
    const gone = { body: { deletedAttendance: aParticipant(1) } };
    const { bodies, becomes } = await show(offered, { places: full }, respond(answerOffer, gone, taskId));
    await screen.findByText(/^Te ofrecemos un cupo/);
    await userEvent.click(await button('Dejarlo pasar'));
    const dialog = within(await screen.findByRole('dialog', { name: '¿Dejar pasar el cupo?' }));
    expect(dialog.getByText(/Se le ofrece a la siguiente persona/)).toBeTruthy();
    expect(bodies(`/attendances/offer/${activity._id}`)).toEqual([]);
    becomes(ownState(null));
    await userEvent.click(dialog.getByRole('button', { name: 'Sí, dejarlo pasar' }));
    expect(await button('Entrar a la lista de espera')).toBeTruthy();
    expect(await screen.findByText('Dejaste pasar el cupo: se lo ofrecemos a otra persona')).toBeTruthy();
    expect(bodies(`/attendances/offer/${activity._id}`)).toEqual([{ accept: false }]);
  });

  test('an attendee whom the organiser has removed sees it when the page is visible again', async () => {
    const { becomes } = await show(ownState('confirmed'), { places: full });
    expect(await screen.findByText('Vas a asistir: tienes cupo')).toBeTruthy();
    becomes(ownState(null));
    window.dispatchEvent(new Event('visibilitychange'));
    expect(await button('Entrar a la lista de espera')).toBeTruthy();
  });

  test('an offer that has ended says so', async () => {
    const { becomes } = await show(offered, { places: full }, respond(answerOffer, over, taskId));
    await screen.findByText(/^Te ofrecemos un cupo/);
    becomes(ownState(null));
    await userEvent.click(await button('Aceptar el cupo'));
    expect(await screen.findByText('El cupo ya pasó a otra persona')).toBeTruthy();
    expect(await button('Entrar a la lista de espera')).toBeTruthy();
  });

  test('a member changes how many people come along; what does not fit is explained', async () => {
    const task = { ...activity, isOwner: false };
    const own = { ...aParticipant(1, { companions: 1 }), task };
    let isFull = true;
    const sent = declareResponses({
      ...respond(checkAttendance, { body: ownState('confirmed') }, taskId),
      ...respond(listOwnAttendances, { body: [own] }),
      ...respond(
        changeParty,
        () =>
          isFull
            ? errorResponse(409, 'Ya no hay cupos', 'FULL')
            : { body: aParticipant(1, { companions: 2 }) },
        taskId,
      ),
    });
    const ana = { email: 'ana@example.org', username: 'Ana' };
    await renderInRouter(<AttendanceButton activity={activity} viewer={ana} />);
    await userEvent.click(await button('Cambiar acompañantes'));
    const select = await screen.findByLabelText<HTMLSelectElement>('¿Cuántas personas van contigo?');
    expect(select.value).toBe('1');
    await userEvent.selectOptions(select, '2');
    await userEvent.click(await button('Guardar'));
    expect(await screen.findByText('Ya no hay cupos')).toBeTruthy();
    isFull = false;
    await userEvent.click(await button('Guardar'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
      { companions: 2 },
      { companions: 2 },
    ]);
  });

  test('an attendee is asked on the card whether it still comes, also without a limit of places', async () => {
    const asking = { asksAgain: true, capacity: null, companionsMax: 0 };
    const asked = ownState('confirmed', { askedAgainAt: '2099-12-04T23:00:00.000Z' });
    const gone = { body: { deletedAttendance: aParticipant(1) } };
    const { bodies, becomes } = await show(asked, asking, respond(reconfirmAttendance, gone, taskId));
    expect(await screen.findByRole('region', { name: '¿Sigues viniendo?' })).toBeTruthy();
    await userEvent.click(await button('No puedo ir'));
    becomes(ownState(null));
    await userEvent.click(await button('Sí, liberar mi cupo'));
    expect(await screen.findByText('Gracias por avisar: tu cupo quedó libre')).toBeTruthy();
    expect(await button('Asistir a actividad')).toBeTruthy();
    expect(bodies(`/attendances/reconfirm/${activity._id}`)).toEqual([{ coming: false }]);
  });
});

describe('claims', () => {
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

  /** The first step; the second one has what the activity asks. */
  async function fillInPerson() {
    await userEvent.type(await screen.findByLabelText('Nombre'), 'Rosa');
    await userEvent.type(screen.getByLabelText('Correo electrónico'), 'rosa@example.org');
    await userEvent.click(await button('Siguiente'));
  }

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
    await fillInPerson();
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
    await fillInPerson();
    expect(
      await screen.findByRole('group', { name: /En qué ayudas o qué llevas.*Elige al menos una/ }),
    ).toBeTruthy();
    expect(screen.queryByText('Registro')).toBeNull();
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
    expect(rememberedParties()[activity._id]).toMatchObject({ companions: 0, claims, name: 'Rosa' });
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
    await fillInPerson();
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Cocina' }));
    await userEvent.click(await button('Atrás'));
    await userEvent.selectOptions(screen.getByLabelText('¿Cuántas personas van contigo?'), '2');
    expect(screen.queryByRole('group', { name: /En qué ayudas/ })).toBeNull();
    expect(screen.getByText(/Cuando tengas un cupo eliges en qué ayudas\./)).toBeTruthy();
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
    await fillInPerson();
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
        ...respond(listOwnAttendances, () => ({
          body: [{ ...aParticipant(1, { claims }), task: activity }],
        })),
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
});
