import { cancelAttendance, checkAttendance, checkAttendances } from '@minga/contract/attendance';
import { confirmAttendance } from '@minga/contract/confirmation';
import { requestPersonalLink } from '@minga/contract/personal-link';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { anActivity } from '../../../test/activity.ts';
import { clearOutbox } from '../../../test/outbox.ts';
import { ownState } from '../../../test/own-state.ts';
import { aParticipant } from '../../../test/participant.ts';
import { renderInRouter } from '../../../test/render.tsx';
import { declareResponses, errorResponse, type Responses, respond } from '../../../test/server.ts';
import { readEntries } from '../../lib/outbox.ts';
import { AttendanceButton } from './attendance-button.tsx';
import { isRemembered, remember, rememberForOther } from './remembered-attendances.ts';
import { confirmationKind } from './unsent.ts';
import 'fake-indexeddb/auto';

afterEach(() => clearOutbox(confirmationKind));

const confirmed = { status: 201, body: aParticipant(1, { name: 'Rosa', email: 'rosa@example.org' }) };

describe('attendance-button', () => {
  const activity = anActivity();
  const ana = { email: 'ana@example.org', username: 'Ana' };
  const confirm = 'POST /attendances/confirm';
  const attending = (isAttending: boolean) => ({
    body: { attending: isAttending ? [activity._id] : [], arrived: [] },
  });
  const known = (isAttending: boolean) => ({ body: ownState(isAttending ? 'confirmed' : null) });

  /** The viewer does not attend until the confirmation. */
  async function show(
    responses: Responses,
    viewer: typeof ana | null = null,
    changes: Partial<typeof activity> = {},
  ) {
    let isAttending = false;
    const sent = declareResponses({
      ...respond(checkAttendances, () => attending(isAttending)),
      ...respond(checkAttendance, () => known(isAttending), { taskId: activity._id }),
      ...respond(confirmAttendance, () => {
        isAttending = true;
        return confirmed;
      }),
      ...responses,
    });
    await renderInRouter(<AttendanceButton activity={{ ...activity, ...changes }} viewer={viewer} />);
    return { sent, names: () => sent.map(({ method, path }) => `${method} ${path}`) };
  }

  const join = () => screen.findByRole('button', { name: 'Asistir a actividad' });
  const going = () => screen.findByText('Vas a asistir');

  async function openDialog() {
    await userEvent.click(await join());
    await screen.findByRole('dialog', { name: 'Confirmar asistencia' });
  }

  async function fillIn(name: string, email: string) {
    await openDialog();
    if (name !== '') await userEvent.type(screen.getByLabelText('Nombre'), name);
    if (email !== '') await userEvent.type(screen.getByLabelText('Correo electrónico'), email);
    await userEvent.click(screen.getByRole('button', { name: 'Confirmar' }));
  }

  test('checks an unknown visitor by the cookie', async () => {
    const { sent } = await show(respond(checkAttendances, attending(true)));
    await going();
    expect(sent.map(({ query }) => query)).toEqual([{ taskIds: activity._id }]);
  });

  test('checks a signed-in user by the session', async () => {
    const { sent } = await show(respond(checkAttendances, attending(true)), ana);
    await going();
    expect(sent.map(({ query }) => query)).toEqual([{ taskIds: activity._id }]);
  });

  test('checks a remembered visitor by the cookie', async () => {
    remember('rosa@example.org', activity._id, true);
    const { sent } = await show(respond(checkAttendances, attending(true)));
    await going();
    await waitFor(() => expect(sent.map(({ query }) => query)).toEqual([{ taskIds: activity._id }]));
  });

  test('batches the checks of cards that appear together', async () => {
    const other = anActivity({ _id: '0199bbbb-0000-7000-8000-000000000009' });
    const sent = declareResponses(
      respond(checkAttendances, { body: { attending: [other._id], arrived: [] } }),
    );
    await renderInRouter(
      <>
        <AttendanceButton activity={activity} viewer={ana} />
        <AttendanceButton activity={other} viewer={ana} />
      </>,
    );
    await going();
    expect(screen.getByRole('button', { name: 'Asistir a actividad' })).toBeTruthy();
    expect(sent.map(({ query }) => query)).toEqual([{ taskIds: `${activity._id},${other._id}` }]);
  });

  test('the server’s response overrides what this browser remembers', async () => {
    remember('ana@example.org', activity._id, true);
    await show(respond(checkAttendances, attending(false)), ana);
    await join();
    expect(isRemembered('ana@example.org', activity._id)).toBe(false);
  });

  test.each([
    ['lost', 'unreachable'],
    ['faulty', errorResponse(500, 'Algo falló')],
  ] as const)('falls back to what this browser remembers if the check is %s', async (_, response) => {
    remember('ana@example.org', activity._id, true);
    const { sent } = await show(respond(checkAttendances, response), ana);
    await waitFor(() => expect(sent).toHaveLength(1));
    await going();
  });

  test.each([
    ['past', { date: '2001-05-01T15:00:00.000Z' }],
    ['own', { isOwner: true }],
  ])('a %s activity offers no button and sends no check', async (_, changes) => {
    const { names } = await show({}, ana, changes);
    expect(screen.queryByRole('button')).toBeNull();
    expect(names()).toEqual([]);
  });

  const HOUR_MS = 3_600_000;
  const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
  const arrival = {
    body: {
      attending: [activity._id],
      arrived: [{ taskId: activity._id, checkedInAt: new Date().toISOString() }],
    },
  };
  const soon = { date: inHours(1) };
  const limited = { capacity: 3, places: { taken: 1, free: 2, waiting: 0 } };

  test.each([
    ['before the start', soon, 1],
    ['with limited places, in a check of its own too', { ...soon, ...limited }, 2],
    ['in progress', { date: inHours(-1), endDate: inHours(1) }, 1],
    ['in progress with limited places', { date: inHours(-1), endDate: inHours(1), ...limited }, 1],
  ])('after the arrival the card says so and cancels no more: %s', async (_, changes, checks) => {
    const { sent } = await show(
      {
        ...respond(checkAttendances, arrival),
        ...respond(checkAttendance, known(true), { taskId: activity._id }),
      },
      ana,
      changes,
    );
    expect(await screen.findByText(/^Llegaste a las? /)).toBeTruthy();
    expect(screen.queryByText(/^Vas a asistir/)).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
    expect(sent).toHaveLength(checks);
  });

  test.each([
    ['the door is open', soon, /^Vas a asistir$/],
    ['it is in progress', { date: inHours(-1), endDate: inHours(1) }, null],
  ])('without an arrival, when %s', async (_, changes, text) => {
    const { sent } = await show(respond(checkAttendances, attending(true)), ana, changes);
    await waitFor(() => expect(sent).toHaveLength(1));
    if (text !== null) expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByText(/^Llegaste/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Cancelar Asistencia' }) !== null).toBe(text !== null);
  });

  test('a visitor confirms and is shown as attending', async () => {
    const { sent } = await show({});
    await fillIn('  Rosa  ', ' Rosa@Example.org ');

    expect(await screen.findByText('Asistencia confirmada correctamente!')).toBeTruthy();
    await going();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
      taskId: activity._id,
      name: 'Rosa',
      email: 'rosa@example.org',
      clientId: expect.any(String),
      remind: true,
    });
    expect(isRemembered('rosa@example.org', activity._id)).toBe(true);
  });

  test("prefills a signed-in user's name and e-mail", async () => {
    await show(respond(checkAttendances, attending(false)), ana);
    await openDialog();
    expect(screen.getByLabelText<HTMLInputElement>('Nombre').value).toBe('Ana');
    expect(screen.getByLabelText<HTMLInputElement>('Correo electrónico').value).toBe('ana@example.org');
  });

  test('a user who confirms for another e-mail does not attend', async () => {
    const { sent } = await show(
      {
        ...respond(checkAttendances, attending(false)),
        ...respond(
          cancelAttendance,
          { body: { deletedAttendance: confirmed.body } },
          { taskId: activity._id },
        ),
      },
      ana,
    );
    await openDialog();
    await userEvent.clear(screen.getByLabelText('Correo electrónico'));
    await userEvent.type(screen.getByLabelText('Correo electrónico'), 'mama@example.org');
    await userEvent.click(screen.getByRole('button', { name: 'Confirmar' }));

    expect(await screen.findByText('Asistencia confirmada correctamente!')).toBeTruthy();
    expect(screen.getByText(/^La asistencia quedó para .* \(mama@example\.org\)\.$/)).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('button', { name: 'Asistir a actividad' })).toBeTruthy();

    await userEvent.click(screen.getByRole('button', { name: 'Deshacer: mama@example.org' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Sí, cancelar' }));
    expect(await screen.findByText('Asistencia cancelada correctamente')).toBeTruthy();
    expect(sent.at(-1)).toMatchObject({ method: 'DELETE', body: { email: 'mama@example.org' } });
    await waitFor(() => expect(screen.queryByText(/^Confirmaste para/)).toBeNull());
  });

  test('another account of the browser does not see for whom one has confirmed', async () => {
    rememberForOther('otra@example.org', { taskId: activity._id, email: 'mama@example.org' }, true);
    await show(respond(checkAttendances, attending(false)), ana);
    await join();
    expect(screen.queryByText(/^Confirmaste para/)).toBeNull();
  });

  test.each([
    ['nothing', '', ''],
    ['no name', '', 'rosa@example.org'],
    ['a blank name', '   ', 'rosa@example.org'],
    ['no e-mail', 'Rosa', ''],
  ])('does not send %s', async (_, name, email) => {
    const { names } = await show({});
    await fillIn(name, email);
    expect(await screen.findByText('Completa todos los campos')).toBeTruthy();
    expect(screen.getAllByText('Completa este campo').length).toBeGreaterThan(0);
    expect(names()).not.toContain(confirm);
  });

  test('stops asking for all fields once they are filled in', async () => {
    await show({});
    await fillIn('', '');
    expect(await screen.findByText('Completa todos los campos')).toBeTruthy();
    await userEvent.type(screen.getByLabelText('Correo electrónico'), 'rosa@example.org');
    expect(screen.getByText('Completa todos los campos')).toBeTruthy();
    await userEvent.type(screen.getByLabelText('Nombre'), 'Rosa');
    await waitFor(() => expect(screen.queryByText('Completa todos los campos')).toBeNull());
  });

  test('a success dismisses earlier error toasts', async () => {
    await show({});
    await fillIn('Rosa', '');
    expect(await screen.findByText('Completa todos los campos')).toBeTruthy();
    await userEvent.type(screen.getByLabelText('Correo electrónico'), 'rosa@example.org');
    await userEvent.click(screen.getByRole('button', { name: 'Confirmar' }));
    expect(await screen.findByText('Asistencia confirmada correctamente!')).toBeTruthy();
    expect(screen.queryByText('Completa todos los campos')).toBeNull();
  });

  test('shows an invalid e-mail at its field', async () => {
    await show({});
    await fillIn('Rosa', 'rosa@');
    const field = await screen.findByRole('textbox', {
      name: 'Correo electrónico',
      description: /no válido/,
    });
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(screen.queryByText('Completa todos los campos')).toBeNull();
  });

  test('the button shows that the request is pending', async () => {
    const response = Promise.withResolvers<typeof confirmed>();
    await show(respond(confirmAttendance, () => response.promise));
    await fillIn('Rosa', 'rosa@example.org');
    const button = await screen.findByRole('button', { name: 'Confirmando...' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    response.resolve(confirmed);
    await going();
  });

  const registered = errorResponse(409, 'Ya estás registrado en esta actividad');

  test('shows a visitor at the field that the e-mail is taken, without marking them as attending', async () => {
    await show({
      ...respond(confirmAttendance, registered),
      ...respond(checkAttendance, known(false), { taskId: activity._id }),
    });
    await fillIn('Rosa', 'rosa@example.org');
    const field = await screen.findByRole('textbox', { name: 'Correo electrónico', description: /Ya estás/ });
    expect(document.activeElement).toBe(field);
    expect(screen.queryByText('Vas a asistir')).toBeNull();
    expect(isRemembered('rosa@example.org', activity._id)).toBe(false);
  });

  test('offers that visitor the link of the attendance', async () => {
    const message = 'Si hay una asistencia con ese correo, te enviamos el enlace.';
    const { sent } = await show({
      ...respond(confirmAttendance, registered),
      ...respond(checkAttendance, known(false), { taskId: activity._id }),
      ...respond(requestPersonalLink, { body: { message } }),
    });
    await fillIn('Rosa', 'rosa@example.org');
    await userEvent.click(await screen.findByRole('button', { name: 'Enviarme el enlace' }));
    expect(await screen.findByText(/^Si hay una asistencia con ese correo/)).toBeTruthy();
    const request = sent.find(({ path }) => path.endsWith('/personal-link'));
    expect(request?.body).toEqual({ email: 'rosa@example.org', taskId: activity._id });
  });

  test('a user who confirms for a taken e-mail does not attend', async () => {
    await show(
      { ...respond(checkAttendances, attending(false)), ...respond(confirmAttendance, registered) },
      ana,
    );
    await openDialog();
    await userEvent.clear(screen.getByLabelText('Correo electrónico'));
    await userEvent.type(screen.getByLabelText('Correo electrónico'), 'mama@example.org');
    await userEvent.click(screen.getByRole('button', { name: 'Confirmar' }));
    await screen.findByRole('textbox', { name: 'Correo electrónico', description: /Ya estás/ });
    expect(isRemembered('mama@example.org', activity._id)).toBe(false);
  });

  test('a signed-in user who is already registered is shown as attending', async () => {
    await show(
      { ...respond(checkAttendances, attending(false)), ...respond(confirmAttendance, registered) },
      ana,
    );
    await openDialog();
    await userEvent.click(screen.getByRole('button', { name: 'Confirmar' }));
    expect(await screen.findByText('Ya estás registrado en esta actividad')).toBeTruthy();
    await going();
  });

  test('a visitor whom the server recognises as registered is shown as attending', async () => {
    await show({
      ...respond(confirmAttendance, registered),
      ...respond(checkAttendance, known(true), { taskId: activity._id }),
    });
    await fillIn('Rosa', 'rosa@example.org');
    expect(await screen.findByText('Ya estás registrado en esta actividad')).toBeTruthy();
    await going();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test.each([
    ['with a message', errorResponse(400, ['Esta actividad ya pasó']), 'Esta actividad ya pasó'],
    ['without a message', { status: 413 }, 'Error al confirmar asistencia'],
  ])('keeps the dialog open on an error: %s', async (_, response, text) => {
    await show(respond(confirmAttendance, response));
    await fillIn('Rosa', 'rosa@example.org');
    const dialog = within(screen.getByRole('dialog', { name: 'Confirmar asistencia' }));
    expect(await within(dialog.getByRole('alert')).findByText(text)).toBeTruthy();
    expect(screen.getAllByText(text)).toHaveLength(1);
    expect(screen.getByLabelText<HTMLInputElement>('Nombre').value).toBe('Rosa');
  });
});

describe('confirm-back', () => {
  const NAME = 'Confirmar asistencia';
  const nameField = () => screen.getByLabelText<HTMLInputElement>('Nombre');

  /** The open form above a page that has another before it. */
  async function open() {
    let isAttending = false;
    const activity = anActivity();
    declareResponses({
      ...respond(checkAttendances, () => ({
        body: { attending: isAttending ? [activity._id] : [], arrived: [] },
      })),
      ...respond(checkAttendance, () => ({ body: ownState(isAttending ? 'confirmed' : null) }), {
        taskId: activity._id,
      }),
      ...respond(confirmAttendance, () => {
        isAttending = true;
        return { status: 201, body: aParticipant(1, { name: 'Rosa', email: 'rosa@example.org' }) };
      }),
    });
    const { router } = await renderInRouter(<AttendanceButton activity={activity} viewer={null} />);
    await router.navigate({ to: '/actividades' as never });
    await reopen();
    return router;
  }

  async function reopen() {
    await userEvent.click(await screen.findByRole('button', { name: 'Asistir a actividad' }));
    await screen.findByRole('dialog', { name: NAME });
  }

  const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  test('the back button closes the form, not the page, and what was typed is there again', async () => {
    const router = await open();
    await userEvent.type(nameField(), 'Rosa');
    router.history.back();
    await closed();
    expect(router.state.location.pathname).toBe('/actividades');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Asistir a actividad' }));
    await reopen();
    expect(nameField().value).toBe('Rosa');
  });

  test.each([
    ['Escape', () => userEvent.keyboard('{Escape}')],
    // Its label comes with the theme.
    ['the close button', () => userEvent.click(screen.getByRole('button', { name: '' }))],
    ['Cancel', () => userEvent.click(screen.getByRole('button', { name: 'Cancelar' }))],
    [
      'the confirmation',
      async () => {
        await userEvent.type(nameField(), 'Rosa');
        await userEvent.type(screen.getByLabelText('Correo electrónico'), 'rosa@example.org');
        await userEvent.click(screen.getByRole('button', { name: 'Confirmar' }));
      },
    ],
  ])('after %s one step back leaves the page', async (_, close) => {
    const router = await open();
    await userEvent.type(nameField(), 'R');
    await userEvent.clear(nameField());
    await close();
    await closed();
    await waitFor(() => expect(router.state.location.state.dialog).toBeUndefined());
    expect(router.state.location.pathname).toBe('/actividades');
    router.history.back();
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });

  test('a form that was cancelled starts empty again', async () => {
    await open();
    await userEvent.type(nameField(), 'Rosa');
    await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }));
    await closed();
    await reopen();
    expect(nameField().value).toBe('');
  });
});

describe('confirm-lost-response', () => {
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
  ] as const)(
    'repeats the confirmation, which is stored once, if its response is %s',
    async (_, response) => {
      let isRepeated = false;
      const sent = await confirmFor(
        respond(confirmAttendance, () => {
          if (isRepeated) return confirmed;
          isRepeated = true;
          return response;
        }),
      );
      expect(await screen.findByText('Asistencia confirmada correctamente!')).toBeTruthy();
      expect(await screen.findByText('Vas a asistir')).toBeTruthy();
      const [first, second, ...others] = sent.filter(({ path }) => path === '/attendances/confirm');
      expect([others, second?.body]).toEqual([[], first?.body]);
      expect(first?.body).toMatchObject({ clientId: expect.any(String) });
    },
  );

  test('keeps a request that never arrived, to be sent later', async () => {
    await confirmFor({
      ...respond(confirmAttendance, 'unreachable'),
      ...respond(checkAttendance, { body: ownState(null) }, { taskId: activity._id }),
    });
    expect(await screen.findByText('Sin conexión: tu asistencia quedó por enviar')).toBeTruthy();
    expect(await screen.findByText(/^Por enviar/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'No enviar' }));
    expect(await screen.findByRole('button', { name: 'Asistir a actividad' })).toBeTruthy();
    expect(await readEntries(confirmationKind, null)).toEqual([]);
  });

  test('without storage a request that never arrived is an error, and the values stay', async () => {
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await confirmFor({
      ...respond(confirmAttendance, 'unreachable'),
      ...respond(checkAttendance, { body: ownState(null) }, { taskId: activity._id }),
    });
    expect(await screen.findByText(/^Error al confirmar asistencia\. No hay conexión/)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Nombre').value).toBe('Rosa');
    vi.restoreAllMocks();
  });
});
