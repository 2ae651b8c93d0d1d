import { listOwnActivities, type WholeActivity } from '@minga/contract/activities';
import { listOwnAttendances } from '@minga/contract/attendance';
import { createReminder, deleteReminder, listReminders, updateReminder } from '@minga/contract/reminders';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { anActivity } from '../../../test/activity.ts';
import { emptySettings } from '../../../test/notification-settings.ts';
import { aParticipant } from '../../../test/participant.ts';
import { renderApp, renderPiece } from '../../../test/render.tsx';
import {
  declareResponses,
  errorResponse,
  type Responses,
  respond,
  type SentRequest,
  signedIn,
} from '../../../test/server.ts';
import { announceReload } from '../../lib/server/pending-reload.ts';
import { RemindersBoard } from './reminders-view.tsx';

describe('reminders-view', () => {
  const idOf = (number: number) => `01930000-0000-7000-8000-00000000000${number}`;
  const activity = (number: number, changes = {}) =>
    anActivity({ _id: idOf(number), title: `Minga ${number}`, ...changes });
  const PAST = activity(3, { title: 'Sancocho', date: '2026-01-05T14:00:00.000Z' });
  const OWN = activity(4, { title: 'La mía', isOwner: true });
  const reminderOf = (task: ReturnType<typeof activity>, daysBefore = 3) => ({
    _id: task._id.replace('0193', '0198'),
    task: { _id: task._id, title: task.title, date: task.date },
    daysBefore,
    createdAt: '2026-11-01T10:00:00.000Z',
  });
  const attended = (task: WholeActivity, index: number) => ({ ...aParticipant(index), task });

  /** María attends two upcoming activities and a past one, organises another, and has a reminder for the second. */
  function show(responses: Responses = {}, search = '') {
    let reminders = [reminderOf(activity(2))];
    const sent = declareResponses({
      ...emptySettings,
      ...respond(listOwnActivities, ({ query }: SentRequest) => ({
        body: query.date === 'proximas' ? [OWN] : [],
        total: 1,
      })),
      ...respond(listOwnAttendances, { body: [PAST, activity(1), activity(2), activity(1)].map(attended) }),
      ...respond(listReminders, () => ({ body: reminders, total: reminders.length })),
      ...respond(createReminder, ({ body }) => {
        const { task, daysBefore } = body as { task: string; daysBefore: number };
        const saved = reminderOf(activity(Number(task.at(-1))), daysBefore);
        reminders = [...reminders, saved];
        return { status: 201, body: saved };
      }),
      ...responses,
    });
    const { router } = renderApp(`/tasks/notificaciones${search}`);
    return {
      router,
      posted: () => sent.filter(({ method }) => method === 'POST').map(({ body }) => body),
      sent,
      /** Saves on the server although the response is an error. */
      save: (number: number) => {
        reminders = [...reminders, reminderOf(activity(number))];
      },
      forget: () => {
        reminders = [];
      },
    };
  }

  const panel = async (name: string) => within(await screen.findByRole('region', { name }));
  const active = () => panel('Notificaciones Activas');

  async function fillIn(days: string) {
    const field = await screen.findByRole('spinbutton', { name: 'Días de Anticipación' });
    await userEvent.clear(field);
    if (days !== '') await userEvent.type(field, days);
    await userEvent.click(screen.getByRole('button', { name: 'Guardar Configuración' }));
  }

  const isChosen = (title: string) => screen.findByDisplayValue(title);

  test('lists the reminders and shows the number of activities', async () => {
    show();
    const row = within((await (await active()).findAllByRole('listitem'))[0] as HTMLElement);
    for (const text of ['Minga 2', 'sáb, 5 dic 2099', 'Notificar 3 días antes'])
      expect(row.getByText(text)).toBeTruthy();
    expect(
      await screen.findByText('Encontradas 3 actividades confirmadas: 2 futuras, 1 pasadas'),
    ).toBeTruthy();
  });

  test('the select labels past and configured activities and includes own ones', async () => {
    const { router } = show();
    await screen.findByText(/^Encontradas/);
    await userEvent.click(screen.getByRole('combobox', { name: 'Actividad' }));
    const options = await screen.findAllByRole('option', { hidden: true });
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'Sancocho (Pasada)lun, 5 ene 2026',
      'Minga 1sáb, 5 dic 2099',
      'Minga 2 (Ya configurada)sáb, 5 dic 2099',
      'La míasáb, 5 dic 2099',
    ]);
    await userEvent.click(options[0] as HTMLElement);
    expect(router.state.location.search).toEqual({});
    await userEvent.click(options[3] as HTMLElement);
    await waitFor(() => expect(router.state.location.search).toEqual({ taskId: OWN._id }));
  });

  test('selects the activity of the URL, lists the saved reminder and resets the form', async () => {
    const { router, posted } = show({}, `?taskId=${idOf(1)}`);
    await isChosen('Minga 1');
    expect(screen.getByText('Cerro de la Eme')).toBeTruthy();
    await fillIn('7');
    expect(await screen.findByText('Configuración guardada correctamente.')).toBeTruthy();
    expect(posted()).toEqual([{ task: idOf(1), daysBefore: 7 }]);
    expect(await (await active()).findByText('Notificar 7 días antes')).toBeTruthy();
    expect(router.state.location.href).toBe('/tasks/notificaciones');
    await waitFor(() =>
      expect(screen.getByPlaceholderText('Selecciona una actividad')).toHaveProperty('value', ''),
    );
    expect(screen.getByRole('spinbutton')).toHaveProperty('value', '');
  });

  test.each([
    ['nothing', '', '', 'Por favor completa todos los campos.'],
    ['no days', `?taskId=${idOf(1)}`, '', 'Por favor completa todos los campos.'],
    [
      'too many days',
      `?taskId=${idOf(1)}`,
      '31',
      'Los días de anticipación deben ser un número entre 1 y 30.',
    ],
    ['half a day', `?taskId=${idOf(1)}`, '1.5', 'Los días de anticipación deben ser un número entre 1 y 30.'],
    [
      'a second one',
      `?taskId=${idOf(2)}`,
      '3',
      'Ya existe una notificación configurada para esta actividad.',
    ],
  ])('does not send %s', async (_, search, days, message) => {
    const { posted } = show({}, search);
    await screen.findByText(/^Encontradas/);
    await fillIn(days);
    expect(await screen.findByText(message)).toBeTruthy();
    expect(posted()).toEqual([]);
  });

  test('what was missing is not asked for once it is filled in, in a new reminder and in a row', async () => {
    show({}, `?taskId=${idOf(1)}`);
    await isChosen('Minga 1');
    await fillIn('');
    expect(await screen.findByText('Por favor completa todos los campos.')).toBeTruthy();
    await userEvent.type(screen.getByRole('spinbutton', { name: 'Días de Anticipación' }), '3');
    await waitFor(() => expect(screen.queryByText('Por favor completa todos los campos.')).toBeNull());

    await userEvent.click((await active()).getByRole('button', { name: /^Editar/ }));
    const days = (await active()).getByRole('spinbutton');
    await userEvent.clear(days);
    await userEvent.keyboard('{Enter}');
    const missing = 'Por favor completa todos los campos.';
    expect(await screen.findByText(missing)).toBeTruthy();
    await userEvent.type(days, '5');
    await waitFor(() => expect(screen.queryByText(missing)).toBeNull());
  });

  test.each([
    [400, 'No se puede.', 'Error al guardar configuración: No se puede.'],
    [409, 'Ya existe una notificación.', 'Error al guardar configuración: Ya existe una notificación.'],
  ])('shows the error of a %i response', async (status, message, text) => {
    show(respond(createReminder, errorResponse(status, message)), `?taskId=${idOf(1)}`);
    await isChosen('Minga 1');
    await fillIn('3');
    expect(await screen.findByText(text)).toBeTruthy();
  });

  test.each([
    [true, 'Configuración guardada correctamente (verificada tras error del servidor).'],
    [false, 'Error al guardar configuración: Error interno del servidor. Revisa los datos enviados.'],
  ])('checks the outcome after a server error; saved: %s', async (isSaved, text) => {
    const { save } = show(
      respond(createReminder, () => {
        if (isSaved) save(1);
        return errorResponse(500, 'Algo falló');
      }),
      `?taskId=${idOf(1)}`,
    );
    await isChosen('Minga 1');
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout'],
      shouldAdvanceTime: true,
      advanceTimeDelta: 200,
    });
    onTestFinished(() => void vi.useRealTimers());
    await fillIn('3');
    expect(await screen.findByRole('button', { name: 'Guardando...' })).toBeTruthy();
    expect(await screen.findByText(text)).toBeTruthy();
  });

  test('edits the days in the row and keeps the focus there', async () => {
    show(respond(updateReminder, { body: reminderOf(activity(2), 1) }, { id: reminderOf(activity(2))._id }));
    const list = await active();
    await userEvent.click(await list.findByRole('button', { name: 'Editar: Minga 2' }));
    const field = list.getByRole('spinbutton', { name: 'días antes' });
    expect(document.activeElement).toBe(field);
    await userEvent.clear(field);
    await userEvent.type(field, '31{Enter}');
    const row = within(field.closest('li') as HTMLElement);
    const reason = await row.findByText(/entre 1 y 30\.$/);
    const described = document.getElementById(field.getAttribute('aria-describedby') ?? '');
    expect([described?.contains(reason), field.getAttribute('aria-invalid')]).toEqual([true, 'true']);
    await userEvent.clear(field);
    await userEvent.type(field, '1');
    await userEvent.click(list.getByRole('button', { name: 'Confirmar' }));
    expect(await row.findByText('Notificación actualizada correctamente.')).toBeTruthy();
    expect(list.getByText('Notificar 1 día antes')).toBeTruthy();
    expect(document.activeElement).toBe(list.getByRole('button', { name: 'Editar: Minga 2' }));
  });

  test('shows a failed change; Escape cancels', async () => {
    show(respond(updateReminder, errorResponse(409, 'Ahora no'), { id: reminderOf(activity(2))._id }));
    const list = await active();
    await userEvent.click(await list.findByRole('button', { name: 'Editar: Minga 2' }));
    await userEvent.click(list.getByRole('button', { name: 'Confirmar' }));
    expect(await screen.findByText('Error al actualizar notificación: Ahora no')).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    expect(list.getByText('Notificar 3 días antes')).toBeTruthy();
  });

  test('removes a row deleted in another tab and shows the reason at the top of the list', async () => {
    const { forget } = show(
      respond(updateReminder, errorResponse(404, 'No existe'), { id: reminderOf(activity(2))._id }),
    );
    const list = await active();
    await userEvent.click(await list.findByRole('button', { name: 'Editar: Minga 2' }));
    forget();
    await userEvent.click(list.getByRole('button', { name: 'Confirmar' }));
    expect(await list.findByText('Sin notificaciones')).toBeTruthy();
    const reason = list.getByText('Error al actualizar notificación: No existe');
    await waitFor(() => expect(document.activeElement?.contains(reason)).toBe(true));
    expect(document.activeElement?.getAttribute('role')).toBe('alert');
  });

  test('lists a reminder created in another tab after a conflict', async () => {
    const { save } = show(respond(createReminder, errorResponse(409, 'Ya existe.')), `?taskId=${idOf(1)}`);
    await isChosen('Minga 1');
    save(1);
    await fillIn('3');
    expect(await (await active()).findByRole('button', { name: 'Editar: Minga 1' })).toBeTruthy();
  });

  test.each([
    ['deleted', { status: 204 }, 'Notificación eliminada correctamente.', 'Sin notificaciones'],
    [
      'already deleted',
      errorResponse(404, 'No'),
      'Notificación eliminada correctamente.',
      'Sin notificaciones',
    ],
    ['not deleted', errorResponse(409, 'Ahora no'), 'Error al eliminar notificación: Ahora no', 'Minga 2'],
  ])('after the confirmation a reminder is %s', async (_, response, message, left) => {
    const { sent } = show(respond(deleteReminder, response, { id: reminderOf(activity(2))._id }));
    const list = await active();
    await userEvent.click(await list.findByRole('button', { name: 'Eliminar: Minga 2' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Eliminar notificación' }));
    expect(dialog.getByText(/¿Estás seguro de que quieres eliminar esta notificación\?/)).toBeTruthy();
    expect(sent.some(({ method }) => method === 'DELETE')).toBe(false);
    await userEvent.click(dialog.getByRole('button', { name: 'Eliminar' }));
    const shownMessage = await screen.findByText(message);
    expect(list.getByText(left)).toBeTruthy();
    expect(shownMessage.closest('li[data-row]') !== null).toBe(left === 'Minga 2');
    if (left !== 'Minga 2')
      await waitFor(() => expect(document.activeElement?.contains(shownMessage)).toBe(true));
  });

  test.each([
    ['an error response', errorResponse(409, 'No se pudo'), 'Error: No se pudo'],
    [
      'a response that is not a list',
      Response.json({ message: 'x' }),
      'Error: Error desconocido al cargar actividades',
    ],
  ])('activities that failed to load: %s', async (_, response, text) => {
    show(respond(listOwnAttendances, response));
    expect(await screen.findByText(text)).toBeTruthy();
  });

  test('shows the system error page with a retry if the reminders fail to load', async () => {
    show(respond(listReminders, errorResponse(409, 'Ahora no')));
    expect(await screen.findByRole('heading', { level: 1, name: 'Error del Sistema' })).toBeTruthy();
    expect(screen.getByText('El contexto de notificaciones no está disponible')).toBeTruthy();
    declareResponses({
      ...signedIn(),
      ...respond(listOwnActivities, { body: [] }),
      ...respond(listOwnAttendances, { body: [] }),
      ...respond(listReminders, { body: [] }),
    });
    await userEvent.click(screen.getByRole('button', { name: 'Intentar de nuevo' }));
    expect(await screen.findByRole('heading', { name: 'Configurar Notificaciones' })).toBeTruthy();
  });

  test('leads to the activities if there is none to be reminded of, without an error', async () => {
    show({
      ...respond(listOwnActivities, { body: [], total: 0 }),
      ...respond(listOwnAttendances, { body: [] }),
      ...respond(listReminders, { body: [], total: 0 }),
    });
    expect(
      await screen.findByText(/^No tienes actividades confirmadas o las actividades no tienen/),
    ).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Ver la agenda' })).toHaveProperty('pathname', '/actividades');
    expect(screen.queryByRole('button', { name: 'Guardar Configuración' })).toBeNull();
    expect(screen.queryByText(/^Error:/)).toBeNull();
  });
});

describe('reminders-board', () => {
  const COMING = anActivity({ _id: '01930000-0000-7000-8000-000000000001', title: 'Minga' });
  const CONFIGURED = anActivity({ _id: '01930000-0000-7000-8000-000000000002', title: 'Olla' });
  const PAST = anActivity({
    _id: '01930000-0000-7000-8000-000000000003',
    title: 'Sancocho',
    date: '2026-01-05T14:00:00.000Z',
  });
  // Later on the day of the test, in Bogotá.
  const TODAY = anActivity({
    _id: '01930000-0000-7000-8000-000000000005',
    title: 'Velada',
    date: '2026-12-06T01:00:00.000Z',
  });
  const REMINDER = {
    _id: '01980000-0000-7000-8000-000000000002',
    task: CONFIGURED,
    daysBefore: 3,
    createdAt: '2026-11-01T10:00:00.000Z',
  };

  function show(taskId?: string, confirmed = [COMING, CONFIGURED, PAST, TODAY]) {
    declareResponses(
      respond(listOwnAttendances, {
        body: confirmed.map((task, index) => ({ ...aParticipant(index), task })),
      }),
    );
    renderPiece(
      <RemindersBoard
        userId="ana"
        reminders={[REMINDER]}
        taskId={taskId}
        onChoose={async () => {}}
        own={[]}
        ownError={null}
      />,
    );
  }

  test.each([
    ['past', PAST, 'Advertencia: Esta actividad ya pasó, la notificación no se enviará.'],
    ['today', TODAY, 'Advertencia: Esta actividad es hoy, el recordatorio no se enviará.'],
    [
      'configured',
      CONFIGURED,
      'Ya tienes un recordatorio de esta actividad: cambia sus días en Notificaciones Activas.',
    ],
  ])('warns if the activity of the URL is %s', async (_, chosen, text) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-05T15:00:00.000Z') });
    onTestFinished(() => void vi.useRealTimers());
    show(chosen._id);
    expect(await screen.findByText(text)).toBeTruthy();
  });

  test('does not report invalid text in the number field as missing', async () => {
    show(COMING._id);
    await screen.findByDisplayValue('Minga');
    const field = screen.getByRole('spinbutton', { name: 'Días de Anticipación' });
    // The validity that browsers report for 'e', which jsdom does not implement.
    Object.defineProperty(field, 'validity', { value: { badInput: true } });
    await userEvent.click(screen.getByRole('button', { name: 'Guardar Configuración' }));
    expect(await screen.findByText(/entre 1 y 30\.$/)).toBeTruthy();
  });

  test('the form is before the list, and says before saving that a past moment is sent at once', async () => {
    show(COMING._id);
    const field = await screen.findByLabelText('Días de Anticipación');
    const list = screen.getByRole('heading', { name: 'Notificaciones Activas' });
    expect(field.compareDocumentPosition(list) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    await userEvent.type(field, '1');
    expect(screen.queryByText(/^Ese momento ya pasó/)).toBeNull();
    vi.setSystemTime(new Date(COMING.date).getTime() - 36 * 3_600_000);
    await userEvent.clear(field);
    await userEvent.type(field, '2');
    expect(await screen.findByText(/^Ese momento ya pasó: si guardas/)).toBeTruthy();
  });

  test('restores the number of days after a reload for a new version', async () => {
    show(COMING._id);
    await userEvent.type(await screen.findByLabelText('Días de Anticipación'), '12');
    announceReload();
    cleanup();
    show(COMING._id);
    expect(await screen.findByDisplayValue('12')).toBeTruthy();
  });
});
