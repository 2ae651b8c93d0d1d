import { checkAttendance, checkAttendances } from '@minga/contract/attendance';
import { confirmAttendance } from '@minga/contract/confirmation';
import type { Question } from '@minga/contract/questions';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { anActivity } from '../../../test/activity.ts';
import { clearOutbox } from '../../../test/outbox.ts';
import { ownState } from '../../../test/own-state.ts';
import { aParticipant } from '../../../test/participant.ts';
import { renderInRouter } from '../../../test/render.tsx';
import { declareResponses, errorResponse, maria, respond, visitor } from '../../../test/server.ts';
import { AttendanceButton } from './attendance-button.tsx';
import { ConfirmAttendanceDialog } from './confirm-attendance-dialog.tsx';
import { rememberedPerson } from './remembered-person.ts';
import { confirmationKind } from './unsent.ts';
import 'fake-indexeddb/auto';

afterEach(() => clearOutbox(confirmationKind));

const loadResult = () => import('./unsent-notice.tsx');

describe('confirm-attendance-dialog', () => {
  const unknown = { body: ownState(null) };

  test('confirms once if the button is pressed three times, and keeps the focus', async () => {
    const sent = declareResponses({
      ...respond(checkAttendance, unknown, { taskId: anActivity()._id }),
      ...respond(confirmAttendance, () => new Promise(() => {})),
    });
    const viewer = { username: maria.username, email: maria.email };
    await renderInRouter(
      <ConfirmAttendanceDialog
        loadResult={loadResult}
        activity={anActivity()}
        viewer={viewer}
        isOpen
        onClose={vi.fn()}
        onConfirmed={vi.fn()}
      />,
    );
    const button = await screen.findByRole('button', { name: 'Confirmar' });
    button.focus();
    act(() => {
      for (let press = 0; press < 3; press += 1) button.click();
    });

    await waitFor(() => expect(button.textContent).toBe('Confirmando...'));
    expect(document.activeElement).toBe(button);
    expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  const REMINDER = 'Recordarme un día antes por correo';

  /** The dialog for María, on a server that accepts the confirmation. */
  async function show(changes: Parameters<typeof anActivity>[0] = {}) {
    const sent = declareResponses({
      ...respond(checkAttendance, unknown, { taskId: anActivity()._id }),
      ...respond(confirmAttendance, { status: 201, body: aParticipant(1) }),
    });
    const viewer = { username: maria.username, email: maria.email };
    const dialog = (
      <ConfirmAttendanceDialog
        loadResult={loadResult}
        activity={anActivity(changes)}
        viewer={viewer}
        isOpen
        onClose={vi.fn()}
        onConfirmed={vi.fn()}
      />
    );
    await renderInRouter(dialog);
    const confirm = await screen.findByRole('button', { name: 'Confirmar' });
    return { sent, confirm };
  }

  test.each([
    ['requests a reminder by default', true, { remind: true }],
    ['requests none if it is not wanted', false, {}],
  ])('%s', async (_, isWanted, wish) => {
    const { sent, confirm } = await show();
    const box = screen.getByRole('checkbox', { name: REMINDER });
    expect(box).toHaveProperty('checked', true);
    if (!isWanted) await userEvent.click(box);
    await userEvent.click(confirm);
    const person = { name: maria.username, email: maria.email, clientId: expect.any(String) };
    const confirmation = () => sent.find(({ method }) => method === 'POST')?.body;
    await waitFor(() => expect(confirmation()).toEqual({ taskId: anActivity()._id, ...person, ...wish }));
  });

  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

  test.each([
    ['says so instead of offering a reminder', 58, false],
    ['offers a reminder if it is too late to be asked', 56, true],
  ])('an activity that asks on the day before: %s', async (_, hours, isOffered) => {
    await show({ asksAgain: true, date: inHours(hours) });
    expect(screen.queryByRole('checkbox', { name: REMINDER }) !== null).toBe(isOffered);
    expect(screen.queryByText(/^La víspera/) !== null).toBe(!isOffered);
  });

  test('offers no reminder for an activity that starts within a day', async () => {
    await show({ date: inHours(23) });
    expect(screen.queryByRole('checkbox', { name: REMINDER })).toBeNull();
  });
});

describe('contact', () => {
  const activity = anActivity({ contact: 'any' });
  const taskId = { taskId: activity._id };
  const link = 'https://minga.example.org/mi-asistencia?token=abc';
  const field = (name: string) => screen.findByRole('textbox', { name });
  const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

  beforeEach(() => {
    localStorage.clear();
    activity.companionsMax = 0;
  });
  afterEach(() => vi.restoreAllMocks());

  async function open(confirmed: Parameters<typeof respond<typeof confirmAttendance>>[1]) {
    let isAttending = false;
    const sent = declareResponses({
      ...respond(checkAttendances, () => ({
        body: { attending: isAttending ? [activity._id] : [], arrived: [] },
      })),
      ...respond(checkAttendance, { body: ownState(null) }, taskId),
      ...respond(confirmAttendance, confirmed),
    });
    await renderInRouter(<AttendanceButton activity={activity} viewer={null} />);
    await press('Asistir a actividad');
    await userEvent.type(await field('Nombre'), 'Rosa');
    return {
      bodies: () => sent.filter(({ path }) => path === '/attendances/confirm').map(({ body }) => body),
      attends: () => {
        isAttending = true;
      },
    };
  }

  test('a name alone confirms, and the link is shown to be copied or sent', async () => {
    const { bodies, attends } = await open({
      status: 201,
      body: { ...aParticipant(1, { email: '' }), personalLink: link },
    });
    expect(screen.queryByLabelText(/Recordarme/)).toBeNull();
    attends();
    await press('Confirmar');
    expect((await screen.findByLabelText<HTMLInputElement>('Tu enlace')).value).toBe(link);
    const opener = screen.getByRole('link', { name: 'Abrir mi enlace' });
    expect(opener.getAttribute('href')).toBe(link);
    expect(screen.getByText(/Ahí está también tu código para la puerta/)).toBeTruthy();
    const whatsApp = screen.getByRole('link', { name: 'WhatsApp' });
    expect(whatsApp.getAttribute('href')).toMatch(/^https:\/\/wa\.me\/\?text=.*token%3Dabc$/);
    await press('Listo');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByText('Vas a asistir')).toBeTruthy();
    expect(bodies()).toEqual([{ ...taskId, name: 'Rosa', clientId: expect.any(String) }]);
  });

  test('the link that is closed by Escape passes the focus to the place', async () => {
    const { attends } = await open({
      status: 201,
      body: { ...aParticipant(1, { email: '' }), personalLink: link },
    });
    attends();
    await press('Confirmar');
    await screen.findByRole('dialog', { name: 'Listo, ya estás en la lista' });
    await userEvent.keyboard('{Escape}');
    const going = await screen.findByText('Vas a asistir');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).not.toBe(document.body);
    expect(document.activeElement?.contains(going)).toBe(true);
  });

  test.each([0, 2])('says that each person confirms alone only without companions: %i', async max => {
    activity.companionsMax = max;
    await open({ status: 201, body: aParticipant(1) });
    expect(screen.queryAllByLabelText('¿Cuántas personas van contigo?')).toHaveLength(max > 0 ? 1 : 0);
    expect(screen.queryAllByText('Cada persona confirma por su cuenta.')).toHaveLength(max > 0 ? 0 : 1);
  });

  test('without e-mail and phone the choice of companions is limited, and says why', async () => {
    activity.companionsMax = 9;
    const { bodies } = await open(
      errorResponse(400, 'Sin correo ni teléfono puedes llevar como máximo 3 acompañantes', 'VALIDATION'),
    );
    const choice = await screen.findByLabelText<HTMLSelectElement>('¿Cuántas personas van contigo?');
    const why = /^Sin correo ni teléfono puedes llevar como máximo 3 acompañantes: escribe uno de los dos/;
    expect(choice.options).toHaveLength(4);
    expect(screen.getByText(why)).toBeTruthy();
    await userEvent.type(await field('Teléfono (opcional)'), '300');
    expect(choice.options).toHaveLength(10);
    expect(screen.queryByText(why)).toBeNull();
    await userEvent.selectOptions(choice, '7');
    await userEvent.clear(await field('Teléfono (opcional)'));
    expect([choice.options.length, choice.value]).toEqual([4, '3']);
    await press('Confirmar');
    await waitFor(() => expect(choice.getAttribute('aria-invalid')).toBe('true'));
    expect(bodies()).toMatchObject([{ name: 'Rosa', companions: 3 }]);
  });

  test('only the name is required', async () => {
    await open(errorResponse(400, 'x', 'VALIDATION'));
    await userEvent.clear(await field('Nombre'));
    await press('Confirmar');
    expect(await screen.findByText('Completa este campo')).toBeTruthy();
    expect(screen.queryByText('Completa todos los campos')).toBeNull();
    expect((await field('Nombre')).getAttribute('aria-required')).toBe('true');
  });

  test('an e-mail is checked, a wrong phone is explained, and the same data has the same id', async () => {
    const { bodies } = await open(errorResponse(400, 'Ingresa un teléfono válido', 'VALIDATION'));
    await userEvent.type(await field('Correo electrónico (opcional)'), 'rosa@');
    await press('Confirmar');
    expect(await screen.findByText('Correo electrónico no válido')).toBeTruthy();
    await userEvent.clear(await field('Correo electrónico (opcional)'));
    await userEvent.type(await field('Teléfono (opcional)'), '123');
    await press('Confirmar');
    const phone = await field('Teléfono (opcional)');
    await waitFor(() => expect(document.activeElement).toBe(phone));
    expect(phone.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('Ingresa un teléfono válido')).toBeTruthy();
    await press('Confirmar');
    await expect.poll(() => bodies().length).toBe(2);
    const [first, second] = bodies() as { clientId: string; phone: string }[];
    expect([first?.phone, first?.clientId]).toEqual(['123', second?.clientId]);
  });

  test('a phone that is on the list is said at its field', async () => {
    await open(errorResponse(409, 'Ya estás registrado en esta actividad', 'CONFLICT'));
    const phone = await field('Teléfono (opcional)');
    await userEvent.type(phone, '3001234567');
    await press('Confirmar');
    expect(await screen.findByText('Ya estás registrado en esta actividad')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(phone));
  });

  test.each([
    [
      true,
      errorResponse(503, 'El servicio no está disponible', 'UNAVAILABLE'),
      'Minga no responde',
      'vuelva el servicio',
    ],
    [false, 'unreachable', 'Sin conexión', 'haya internet'],
  ] as const)('online %s, what is not sent says when it will be', async (isOnline, response, why, when) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
    await open(response);
    await press('Confirmar');
    expect(await screen.findByText(`${why}: tu asistencia quedó por enviar`)).toBeTruthy();
    expect(await screen.findByText(`Por enviar: se envía sola cuando ${when}`)).toBeTruthy();
  });
});

describe('questions', () => {
  const [TOOL, SIZE, CAR] = ['c1', 'c2', 'c3'].map(end => `01930000-0000-7000-8000-0000000000${end}`) as [
    string,
    string,
    string,
  ];
  const questions: Question[] = [
    { _id: TOOL, label: '¿Qué traes?', kind: 'text', options: [], required: true },
    { _id: SIZE, label: '¿Talla?', kind: 'choice', options: ['S', 'M'], required: false },
    { _id: CAR, label: '¿Carro?', kind: 'yesno', options: [], required: false },
  ];
  const activity = anActivity({ questions });

  async function show(response: Parameters<typeof respond<typeof confirmAttendance>>[1]) {
    const sent = declareResponses({
      ...visitor,
      ...respond(confirmAttendance, response),
      [`GET /attendances/check/${activity._id}`]: { body: ownState(null) },
    });
    await renderInRouter(
      <ConfirmAttendanceDialog
        loadResult={loadResult}
        activity={activity}
        viewer={null}
        isOpen
        onClose={() => {}}
        onConfirmed={() => {}}
      />,
    );
    return () => sent.filter(({ method }) => method === 'POST').map(({ body }) => body);
  }

  async function fillIn() {
    await userEvent.type(screen.getByLabelText('Nombre'), 'Luz');
    await userEvent.type(screen.getByLabelText('Correo electrónico'), 'luz@example.org');
  }
  const advance = () => userEvent.click(screen.getByRole('button', { name: 'Siguiente' }));
  const send = () => userEvent.click(screen.getByRole('button', { name: 'Confirmar' }));

  test('the dialog asks what the organiser asks, and sends what was answered', async () => {
    const posts = await show({ status: 201, body: aParticipant(1) });
    await fillIn();
    // The consent is given by the press that confirms, and is asked for in that step alone.
    const consents = () => screen.queryAllByText(/^Al confirmar aceptas/);
    expect(consents()).toHaveLength(0);
    await advance();
    expect(consents()).toHaveLength(1);
    await userEvent.type(screen.getByRole('textbox', { name: /¿Qué traes\?/ }), 'Una pala');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: '¿Carro? (opcional)' }), 'Sí');
    await send();
    await waitFor(() =>
      expect(posts()).toEqual([
        {
          taskId: activity._id,
          name: 'Luz',
          email: 'luz@example.org',
          clientId: expect.any(String),
          remind: true,
          answers: [
            { questionId: TOOL, value: 'Una pala' },
            { questionId: CAR, value: 'si' },
          ],
        },
      ]),
    );
  });

  test('an error of the first step leaves with its reason', async () => {
    await show({ status: 201, body: aParticipant(1) });
    await advance();
    expect(await screen.findAllByText('Completa este campo')).toHaveLength(2);
    await fillIn();
    await expect.poll(() => screen.queryByText('Completa este campo')).toBeNull();
    expect(screen.queryByText('Completa todos los campos')).toBeNull();
  });

  test('a missing answer is shown at its question, and nothing is sent', async () => {
    const posts = await show({ status: 201, body: aParticipant(1) });
    await fillIn();
    await advance();
    await send();
    const field = screen.getByRole('textbox', { name: /¿Qué traes\?/ });
    expect(await screen.findByText('Responde esta pregunta')).toBeTruthy();
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(posts()).toEqual([]);
  });

  test('a refused confirmation says why in the dialog and keeps the answers', async () => {
    await show(errorResponse(400, 'Elige una de las opciones: «¿Talla?»'));
    await fillIn();
    await advance();
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: /¿Qué traes\?/ });
    await userEvent.type(field, 'Una pala');
    await send();
    expect(
      await within(screen.getByRole('dialog')).findByText('Elige una de las opciones: «¿Talla?»'),
    ).toBeTruthy();
    expect(field.value).toBe('Una pala');
  });

  test('the second step leads back, and opens once the first is right', async () => {
    await show({ status: 201, body: aParticipant(1) });
    await advance();
    expect(await screen.findAllByText('Completa este campo')).toHaveLength(2);
    await fillIn();
    await advance();
    await userEvent.click(await screen.findByRole('button', { name: 'Atrás' }));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Nombre' }).value).toBe('Luz');
    expect(screen.queryByRole('button', { name: 'Confirmar' })).toBeNull();
  });

  test('a taken e-mail leads back to its field', async () => {
    await show(errorResponse(409, 'Ya estás registrado en esta actividad'));
    await fillIn();
    await advance();
    await userEvent.type(screen.getByRole('textbox', { name: /¿Qué traes\?/ }), 'Una pala');
    await send();
    const field = await screen.findByRole('textbox', { name: 'Correo electrónico' });
    await waitFor(() => expect(document.activeElement).toBe(field));
  });
});

describe('person', () => {
  const visitorDialog = () => (
    <ConfirmAttendanceDialog
      loadResult={loadResult}
      activity={anActivity()}
      viewer={null}
      isOpen
      onClose={vi.fn()}
      onConfirmed={vi.fn()}
    />
  );

  test('a visitor’s name and e-mail are remembered in this browser', async () => {
    declareResponses({
      ...visitor,
      ...respond(confirmAttendance, { status: 201, body: aParticipant(1) }),
      [`GET /attendances/check/${anActivity()._id}`]: { body: ownState(null) },
    });
    await renderInRouter(visitorDialog());
    await userEvent.type(await screen.findByLabelText('Nombre'), 'Luz');
    await userEvent.type(screen.getByLabelText('Correo electrónico'), 'luz@example.org');
    await userEvent.click(screen.getByRole('button', { name: 'Confirmar' }));
    await expect.poll(() => rememberedPerson()).toEqual({ name: 'Luz', email: 'luz@example.org' });
    cleanup();
    await renderInRouter(visitorDialog());
    expect(await screen.findByLabelText('Correo electrónico')).toHaveProperty('value', 'luz@example.org');
  });

  test('asks about a mistyped domain, takes over what was meant, and does not insist', async () => {
    declareResponses({
      ...visitor,
      [`GET /attendances/check/${anActivity()._id}`]: { body: ownState(null) },
    });
    await renderInRouter(visitorDialog());
    const field = await screen.findByLabelText('Correo electrónico');
    await userEvent.type(field, 'luz@gmial.com');
    expect(screen.queryByText(/Quisiste decir/)).toBeNull();
    await userEvent.tab();
    await userEvent.click(await screen.findByRole('button', { name: 'gmail.com' }));
    expect(field).toHaveProperty('value', 'luz@gmail.com');
    expect(screen.queryByText(/Quisiste decir/)).toBeNull();
  });

  test('a press on the button asks about a mistyped domain first, and the second confirms it', async () => {
    const sent = declareResponses({
      ...visitor,
      [`GET /attendances/check/${anActivity()._id}`]: { body: ownState(null) },
      ...respond(confirmAttendance, { status: 201, body: aParticipant(1) }),
    });
    await renderInRouter(visitorDialog());
    await userEvent.type(await screen.findByLabelText('Nombre'), 'Luz');
    await userEvent.type(screen.getByLabelText('Correo electrónico'), 'luz@gmial.com');
    const confirm = () => userEvent.click(screen.getByRole('button', { name: 'Confirmar' }));
    const posts = () => sent.filter(({ method }) => method === 'POST').map(({ body }) => body);
    await confirm();
    await expect.poll(() => document.activeElement?.textContent).toBe('gmail.com');
    expect(screen.getByText('? Si está bien, toca otra vez el botón.')).toBeTruthy();
    expect(posts()).toEqual([]);
    await confirm();
    await expect.poll(() => posts()).toMatchObject([{ email: 'luz@gmial.com' }]);
  });
});
