import { getActivity, listOwnActivities } from '@minga/contract/activities';
import type { Attendance } from '@minga/contract/attendance';
import { undoCheckIn } from '@minga/contract/check-ins';
import { confirmAttendance } from '@minga/contract/confirmation';
import {
  listParticipants,
  removeParticipant,
  removeParticipants,
  updateParticipant,
} from '@minga/contract/participants';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { fill } from '../../../test/fill.ts';
import { aParticipant } from '../../../test/participant.ts';
import {
  firstOwn,
  listOf,
  ownActivity,
  pastOwn,
  showParticipants,
} from '../../../test/participants-screen.ts';
import { errorResponse, type Responses, respond, type SentRequest } from '../../../test/server.ts';

describe('participant-dialog', () => {
  const ana = aParticipant(1, { name: 'Ana Ñañez', email: 'ana@example.org' });
  const luz = aParticipant(2, { name: 'Luz', email: 'luz@example.org' });

  /** The screen with a server that stores the list; `responses` override its responses. */
  async function show(start: Attendance[], responses: Responses = {}) {
    let rows = start;
    const idOf = ({ path }: SentRequest) => path.split('/').at(-1);
    const change = (id: string | undefined, body: unknown) => {
      rows = rows.map(row => (row._id === id ? { ...row, ...(body as Partial<Attendance>) } : row));
      return { body: { updated: rows.find(row => row._id === id) } };
    };
    const app = showParticipants({
      responses: {
        ...respond(
          listParticipants,
          ({ query }) => ({ body: rows.slice(Number(query.offset)), total: rows.length }),
          { taskId: firstOwn._id },
        ),
        ...respond(confirmAttendance, ({ body }) => {
          const added = aParticipant(9, body as Partial<Attendance>);
          rows = [...rows, added];
          return { status: 201, body: added };
        }),
        ...Object.fromEntries(
          start.flatMap(({ _id }) => [
            [`PUT /attendances/${_id}`, (request: SentRequest) => change(_id, request.body)],
            [
              `DELETE /attendances/${_id}`,
              (request: SentRequest) => {
                rows = rows.filter(row => row._id !== idOf(request));
                return { status: 204 };
              },
            ],
          ]),
        ),
        ...responses,
      },
    });
    await screen.findByRole('button', { name: 'Agregar Participante' });
    return { ...app, setRows: (next: Attendance[]) => (rows = next) };
  }

  const names = () => [...document.querySelectorAll('tbody bdi')].map(({ textContent }) => textContent);
  const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
  const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
  const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  async function fillIn(name: string, email: string, submit = 'Agregar') {
    const nameField = await screen.findByLabelText('Nombre completo');
    await userEvent.clear(nameField);
    if (name !== '') await fill(nameField, name);
    const emailField = screen.getByLabelText('Correo electrónico (opcional)');
    await userEvent.clear(emailField);
    if (email !== '') await fill(emailField, email);
    await press(submit);
  }

  const refusedField = (name: string, description: RegExp | string) =>
    screen.findByRole('textbox', { name, description });

  test('undoes an arrival, whoever registered it, and says that hours go with it', async () => {
    const arrival = { checkedInAt: '2026-12-05T14:00:00.000Z', checkedInBy: 'self' as const };
    const arrived = { ...luz, ...arrival, hours: 2 };
    let rows = [ana, arrived];
    const { requestsTo } = showParticipants({
      responses: {
        ...respond(listParticipants, () => listOf(rows), { taskId: firstOwn._id }),
        ...respond(
          undoCheckIn,
          () => {
            rows = [ana, luz];
            return { status: 204 };
          },
          { id: luz._id },
        ),
      },
    });
    expect(await screen.findByText('Llegó por su cuenta')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Deshacer llegada: Ana Ñañez' })).toBeNull();
    await press('Deshacer llegada: Luz');
    const asked = await dialog('Deshacer llegada');
    expect(asked.getByText(/y sus horas confirmadas se borran/)).toBeTruthy();
    await userEvent.click(asked.getByRole('button', { name: 'Deshacer' }));
    expect(await screen.findByText('Llegada deshecha')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('Llegó por su cuenta')).toBeNull());
    expect(requestsTo('DELETE')).toHaveLength(1);
  });

  test('says that a person was added without an e-mail, whom the allowance does not reach', async () => {
    await show([ana], {
      ...respond(confirmAttendance, ({ body }) => {
        return { status: 201, body: { ...aParticipant(9, body as Partial<Attendance>), mailed: false } };
      }),
    });
    await press('Agregar Participante');
    await fillIn('Eva', 'eva@example.org');
    expect(await screen.findByText('Participante agregado, sin correo: avísale por tu cuenta')).toBeTruthy();
  });

  test('asks about a mistyped domain', async () => {
    await show([]);
    await press('Agregar Primer Participante');
    const field = await screen.findByLabelText('Correo electrónico (opcional)');
    await userEvent.type(field, 'ana@gmial.com');
    await userEvent.tab();
    await press('gmail.com');
    expect(field).toHaveProperty('value', 'ana@gmail.com');
  });

  test('adds the first participant and keeps the focus on the list', async () => {
    const { requestsTo } = await show([]);
    await press('Agregar Primer Participante');
    await dialog('Nuevo Participante');
    await fillIn('  Ana   Ñañez ', ' Ana@Example.org');

    expect(await screen.findByText('Participante agregado correctamente')).toBeTruthy();
    await closed();
    expect(requestsTo('POST')[0]?.body).toEqual({
      taskId: firstOwn._id,
      name: 'Ana Ñañez',
      email: 'ana@example.org',
    });
    expect(names()).toEqual(['Ana Ñañez']);
    // The result stays after the toast has left.
    expect(screen.getByText('Ana Ñañez ya está en la lista.').getAttribute('role')).toBe('status');
    expect(screen.getByRole('heading', { level: 2, name: '1 participante' })).toBeTruthy();
    expect(document.activeElement).not.toBe(document.body);
  });

  test.each([
    ['', 'ana@example.org', 'Nombre completo', 'El nombre es requerido'],
    ['   ', 'ana@example.org', 'Nombre completo', 'El nombre es requerido'],
    ['Ana', 'ana@', 'Correo electrónico (opcional)', /^Correo electrónico no válido/],
    ['Ana', 'a na@example.org', 'Correo electrónico (opcional)', /^Correo electrónico no válido/],
  ])('shows the error of name %j and e-mail %j at the field', async (name, email, field, sentence) => {
    const { requestsTo } = await show([]);
    await press('Agregar Participante');
    await fillIn(name, email);
    const refused = await refusedField(field, sentence);
    await expect.poll(() => document.activeElement).toBe(refused);
    expect(requestsTo('POST')).toEqual([]);
  });

  test.each([
    ['ANA ÑAÑEZ', 'otra@example.org', 'Nombre completo', 'Nombre o correo ya registrados'],
    ['Otra', 'ANA@example.org', 'Correo electrónico (opcional)', /^Nombre o correo ya registrados/],
  ])('rejects a listed participant (%s, %s) without a request', async (name, email, field, sentence) => {
    const { requestsTo } = await show([ana]);
    await press('Agregar Participante');
    await fillIn(name, email);
    expect(await refusedField(field, sentence)).toBeTruthy();
    expect(requestsTo('POST')).toEqual([]);
  });

  test('a participant removed elsewhere can be added at the next attempt', async () => {
    const { setRows, requestsTo } = await show([ana, luz]);
    setRows([luz]);
    await press('Agregar Participante');
    await fillIn(ana.name, ana.email);
    await refusedField('Correo electrónico (opcional)', /^Nombre o correo/);
    await waitFor(() => expect(names()).toEqual(['Luz']));
    await press('Agregar');
    expect(await screen.findByText('Participante agregado correctamente')).toBeTruthy();
    expect(requestsTo('POST')).toHaveLength(1);
  });

  test.each([
    [400, errorResponse(400, 'Esta actividad ya pasó'), 'Esta actividad ya pasó'],
    [502, { status: 502 }, 'Error al guardar participante'],
  ])('an error (%d) keeps the dialog open and is shown', async (_, response, sentence) => {
    await show([], respond(confirmAttendance, response));
    await press('Agregar Participante');
    await fillIn('Ana', 'ana@example.org');
    const alert = (await dialog('Nuevo Participante')).getByRole('alert');
    expect(await within(alert).findByText(sentence)).toBeTruthy();
    expect(screen.getAllByText(sentence)).toHaveLength(1);
    expect(screen.getByLabelText<HTMLInputElement>('Nombre completo').value).toBe('Ana');
  });

  test("shows the server's 409 at the e-mail", async () => {
    await show([], respond(confirmAttendance, errorResponse(409, 'Nombre o correo ya registrados')));
    await press('Agregar Participante');
    await fillIn('Ana', 'ana@example.org');
    expect(await refusedField('Correo electrónico (opcional)', /^Nombre o correo ya registrados/)).toBe(
      document.activeElement,
    );
  });

  test("shows the server's 409 at the phone of a person without an e-mail", async () => {
    await show([], respond(confirmAttendance, errorResponse(409, 'Nombre o correo ya registrados')));
    await press('Agregar Participante');
    await fill(await screen.findByLabelText('Teléfono (opcional)'), '310 555 1234');
    await fillIn('Ana', '');
    expect(await refusedField('Teléfono (opcional)', /^Otra persona de la lista ya tiene/)).toBe(
      document.activeElement,
    );
  });

  test('the button shows the pending request and ignores a second press', async () => {
    const response = Promise.withResolvers<object>();
    const { requestsTo } = await show(
      [],
      respond(confirmAttendance, () => response.promise),
    );
    await press('Agregar Participante');
    await fillIn('Ana', 'ana@example.org');
    await press('Agregando...');
    expect(requestsTo('POST')).toHaveLength(1);
    response.resolve({ status: 201, body: ana });
    await closed();
  });

  test('edits a participant, whose own name and e-mail are not duplicates', async () => {
    const { requestsTo } = await show([ana, luz]);
    await press('Editar: Ana Ñañez');
    await dialog('Editar Participante');
    expect(screen.getByLabelText<HTMLInputElement>('Correo electrónico (opcional)').value).toBe(
      'ana@example.org',
    );
    await fillIn('Ana Ñáñez', 'ana@example.org', 'Actualizar');

    expect(await screen.findByText('Participante actualizado correctamente')).toBeTruthy();
    await closed();
    expect(requestsTo('PUT')[0]?.body).toEqual({ name: 'Ana Ñáñez', email: 'ana@example.org', phone: '' });
    expect(names()).toEqual(['Ana Ñáñez', 'Luz']);
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Editar: Ana Ñáñez' })),
    );
  });

  test("rejects another participant's e-mail without a request", async () => {
    const { requestsTo } = await show([ana, luz]);
    await press('Editar: Luz');
    await fillIn('Luz', 'ana@example.org', 'Actualizar');
    expect(
      await refusedField('Correo electrónico (opcional)', /^Nombre o correo ya registrados/),
    ).toBeTruthy();
    expect(requestsTo('PUT')).toEqual([]);
  });

  async function remove(name: string) {
    await press(`Eliminar: ${name}`);
    const asking = await dialog('Eliminar participante');
    expect(asking.getByText(name)).toBeTruthy();
    await userEvent.click(asking.getByRole('button', { name: 'Eliminar' }));
  }

  test.each([{ status: 204 }, errorResponse(404, 'Asistencia no encontrada')])(
    'removes the row optimistically ($status) and focuses the next one',
    async response => {
      const pending = Promise.withResolvers<object>();
      await show(
        [ana, luz],
        respond(removeParticipant, () => pending.promise, { id: ana._id }),
      );
      await remove('Ana Ñañez');
      await closed();
      await waitFor(() => expect(names()).toEqual(['Luz']));
      expect(screen.getByRole('heading', { level: 2, name: '1 participante' })).toBeTruthy();
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Eliminar: Luz' }));
      pending.resolve(response);
      expect(await screen.findByText('Participante eliminado correctamente')).toBeTruthy();
    },
  );

  test('focuses the empty list after the last removal', async () => {
    await show([ana]);
    await remove('Ana Ñañez');
    expect(await screen.findByText('No hay participantes registrados')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2, name: '0 participantes' }));
  });

  test.each(['unreachable', errorResponse(500, 'Error')] as const)(
    'rolls back a failed removal: %j',
    async response => {
      let isDown = false;
      await show([ana, luz], {
        ...respond(removeParticipant, response, { id: ana._id }),
        ...respond(
          listParticipants,
          () => (isDown ? errorResponse(429, 'Demasiados intentos') : listOf([ana, luz])),
          { taskId: firstOwn._id },
        ),
      });
      // The refetch fails, so the row is restored by the rollback.
      isDown = true;
      await remove('Ana Ñañez');
      expect(await screen.findByText(/^Error al eliminar participante/)).toBeTruthy();
      expect(names()).toEqual(['Ana Ñañez', 'Luz']);
      expect(screen.getByRole('heading', { level: 2, name: '2 participantes' })).toBeTruthy();
    },
  );

  test('removes nothing without a confirmation', async () => {
    const { requestsTo } = await show([ana]);
    await press('Eliminar: Ana Ñañez');
    await dialog('Eliminar participante');
    await press('Cancelar');
    await closed();
    expect(requestsTo('DELETE')).toEqual([]);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Eliminar: Ana Ñañez' }));
  });

  const chosen = (name: string) => screen.findByRole('checkbox', { name });

  test('removes several at once, and the focus is on the list', async () => {
    const eva = aParticipant(3, { name: 'Eva', email: 'eva@example.org' });
    const { setRows, requestsTo } = await show(
      [ana, luz, eva],
      respond(
        removeParticipants,
        () => {
          setRows([luz]);
          return { body: { removed: 2 } };
        },
        { taskId: firstOwn._id },
      ),
    );
    await userEvent.click(
      await screen.findByRole('button', { name: 'Quitar a varias personas', hidden: true }),
    );
    expect(screen.queryByRole('button', { name: 'Editar: Luz' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Eliminar' })).toHaveProperty('disabled', true);
    await press('Elegir todas');
    await userEvent.click(await chosen('Luz'));
    expect(await screen.findByText('2 elegidas')).toBeTruthy();
    await press('Eliminar');
    const asking = await dialog('Eliminar participantes');
    expect(asking.getByText('Ana Ñañez y Eva')).toBeTruthy();
    await userEvent.click(asking.getByRole('button', { name: 'Eliminar' }));
    expect(await screen.findByText('Quitamos a 2 personas')).toBeTruthy();
    await waitFor(() => expect(names()).toEqual(['Luz']));
    expect(requestsTo('POST').map(({ body }) => body)).toEqual([{ ids: [ana._id, eva._id] }]);
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2, name: '1 participante' }));
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  test('a failed removal of several says why and keeps the selection', async () => {
    await show(
      [ana, luz],
      respond(removeParticipants, errorResponse(403, 'No puedes ver estos participantes'), {
        taskId: firstOwn._id,
      }),
    );
    await userEvent.click(
      await screen.findByRole('button', { name: 'Quitar a varias personas', hidden: true }),
    );
    await userEvent.click(await chosen('Ana Ñañez'));
    await press('Eliminar');
    await userEvent.click((await dialog('Eliminar participantes')).getByRole('button', { name: 'Eliminar' }));
    expect(
      await (await dialog('Eliminar participantes')).findByText('Error al eliminar participantes'),
    ).toBeTruthy();
    await press('Cancelar');
    await closed();
    expect(await chosen('Ana Ñañez')).toHaveProperty('checked', true);
    await press('Terminar');
    expect(names()).toEqual(['Ana Ñañez', 'Luz']);
  });

  test.each(['email', 'any'] as const)(
    'with contact %s the link of a participant without an e-mail is shown, to be passed on',
    async contact => {
      const link = 'https://minga.example.org/mi-asistencia?token=abc';
      const body = {
        ...aParticipant(1, { name: 'Carmen', email: '', phone: '+573001234567' }),
        personalLink: link,
      };
      const activity = { ...firstOwn, contact };
      showParticipants({
        upcoming: [activity],
        responses: respond(confirmAttendance, { status: 201, body }),
      });
      await press('Agregar Participante');
      await fill(await screen.findByLabelText('Nombre completo'), 'Carmen');
      await press('Agregar');
      expect((await screen.findByLabelText<HTMLInputElement>('Enlace personal')).value).toBe(link);
      const whatsApp = screen.getByRole('link', { name: 'WhatsApp' });
      expect(whatsApp.getAttribute('href')).toMatch(/^https:\/\/wa\.me\/573001234567\?text=Hola%2C%20Carmen/);
      await press('Listo');
      await closed();
    },
  );

  test('so is that of another person in the place of one', async () => {
    const carmen = aParticipant(1, { name: 'Carmen', email: '' });
    const link = 'https://minga.example.org/mi-asistencia?token=abc';
    const body = { updated: { ...carmen, name: 'Luz' }, personalLink: link };
    const activity = { ...firstOwn, contact: 'any' as const };
    showParticipants({
      upcoming: [activity],
      responses: {
        ...respond(listParticipants, listOf([carmen]), { taskId: activity._id }),
        ...respond(updateParticipant, { body }, { id: carmen._id }),
      },
    });
    await userEvent.click((await screen.findAllByRole('button', { name: /^Editar/ }))[0] as HTMLElement);
    const name = await screen.findByLabelText('Nombre completo');
    await userEvent.clear(name);
    await userEvent.type(name, 'Luz');
    await press('Actualizar');
    expect((await screen.findByLabelText<HTMLInputElement>('Enlace personal')).value).toBe(link);
    expect(screen.getByText(/^El enlace de antes ya no sirve\. Envíale este enlace a Luz/)).toBeTruthy();
    await press('Listo');
    await closed();
  });
});

describe('lost-responses', () => {
  const CONFIRM = 'POST /attendances/confirm';
  const ana = aParticipant(1, { name: 'Ana Ñañez', email: 'ana@example.org' });
  const luz = aParticipant(2, { name: 'Luz', email: 'luz@example.org' });
  const EDIT = `PUT /attendances/${luz._id}`;
  const deleted = errorResponse(404, 'Esta actividad fue eliminada', 'DELETED');
  const notFound = errorResponse(404, 'Asistencia no encontrada', 'NOT_FOUND');

  const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
  const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const names = () => [...document.querySelectorAll('tbody bdi')].map(({ textContent }) => textContent);

  async function fillIn(name: string, email: string, submit: string) {
    const nameField = await screen.findByLabelText('Nombre completo');
    await userEvent.clear(nameField);
    await fill(nameField, name);
    const emailField = screen.getByLabelText('Correo electrónico (opcional)');
    await userEvent.clear(emailField);
    await fill(emailField, email);
    await press(submit);
  }

  async function remove(name: string) {
    await press(`Eliminar: ${name}`);
    const confirmation = within(await screen.findByRole('dialog', { name: 'Eliminar participante' }));
    await userEvent.click(confirmation.getByRole('button', { name: 'Eliminar' }));
  }

  /** The screen with a server that applies changes but whose responses are lost. */
  async function showWithLostResponses(
    responses: (applyAndLose: (rows: Attendance[]) => () => object) => Responses,
    lost: object,
  ) {
    let rows = [ana, luz];
    const applyAndLose = (after: Attendance[]) => () => {
      rows = after;
      return lost;
    };
    const scene = showParticipants({
      responses: {
        ...respond(listParticipants, () => listOf(rows), { taskId: firstOwn._id }),
        ...responses(applyAndLose),
      },
    });
    await screen.findByRole('heading', { level: 2, name: '2 participantes' });
    return scene;
  }

  const proxy = { status: 502 };
  /** A success whose body was cut off. */
  const cutOff = new Response();
  const eva = aParticipant(3, { name: 'Eva', email: 'eva@example.org' });
  const luzma = { ...luz, name: 'Luzma' };

  test.each([proxy, cutOff])('detects the outcome of a lost response: added', async lost => {
    await showWithLostResponses(
      applyAndLose => respond(confirmAttendance, applyAndLose([ana, luz, eva])),
      lost,
    );
    await press('Agregar Participante');
    await fillIn(eva.name, eva.email, 'Agregar');
    expect(await screen.findByText('Participante agregado correctamente')).toBeTruthy();
    await waitFor(() => expect(names()).toEqual(['Ana Ñañez', 'Luz', 'Eva']));
  });

  test.each([proxy, cutOff])('detects the outcome of a lost response: edited', async lost => {
    await showWithLostResponses(
      applyAndLose => respond(updateParticipant, applyAndLose([ana, luzma]), { id: luz._id }),
      lost,
    );
    await press('Editar: Luz');
    await fillIn(luzma.name, luz.email, 'Actualizar');
    expect(await screen.findByText('Participante actualizado correctamente')).toBeTruthy();
    await waitFor(() => expect(names()).toEqual(['Ana Ñañez', 'Luzma']));
  });

  test('detects the outcome of a lost response: removed', async () => {
    await showWithLostResponses(
      applyAndLose => respond(removeParticipant, applyAndLose([ana]), { id: luz._id }),
      proxy,
    );
    await remove('Luz');
    expect(await screen.findByText('Participante eliminado correctamente')).toBeTruthy();
    expect(names()).toEqual(['Ana Ñañez']);
  });

  test.each([
    ['added', CONFIRM, 'Agregar Participante', 'Agregar'],
    ['edited', EDIT, 'Editar: Luz', 'Actualizar'],
  ])('reports a request that never arrived as an error: %s', async (_, call, button, submit) => {
    showParticipants({ participants: [ana, luz], responses: { [call]: 'unreachable' } });
    await press(button);
    await fillIn('Eva', 'eva@example.org', submit);
    expect(await screen.findByText(/^Error al guardar participante\. No hay conexión/)).toBeTruthy();
  });

  test('a double click removes once', async () => {
    const { requestsTo } = showParticipants({
      participants: [ana, luz],
      responses: respond(removeParticipant, { status: 204 }, { id: luz._id }),
    });
    await press('Eliminar: Luz');
    const confirmation = within(await screen.findByRole('dialog', { name: 'Eliminar participante' }));
    const confirmButton = confirmation.getByRole('button', { name: 'Eliminar' });
    act(() => {
      confirmButton.click();
      confirmButton.click();
    });
    expect(await screen.findByText('Participante eliminado correctamente')).toBeTruthy();
    expect(requestsTo('DELETE')).toHaveLength(1);
  });

  test('closes the form of a participant who was removed elsewhere', async () => {
    let rows = [ana, luz];
    showParticipants({
      responses: {
        ...respond(listParticipants, () => listOf(rows), { taskId: firstOwn._id }),
        ...respond(updateParticipant, notFound, { id: luz._id }),
      },
    });
    await press('Editar: Luz');
    rows = [ana];
    await fillIn('Luzma', luz.email, 'Actualizar');
    expect(await screen.findByText('Esta persona ya no está en la lista')).toBeTruthy();
    await closed();
    await waitFor(() => expect(names()).toEqual(['Ana Ñañez']));
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Editar: Ana Ñañez' })),
    );
  });

  test.each<[action: string, perform: () => Promise<void>]>([
    ['adding', async () => fillIn('Eva', 'eva@example.org', 'Agregar')],
    ['editing', async () => fillIn('Eva', 'eva@example.org', 'Actualizar')],
    ['removing', async () => remove('Luz')],
    ['exporting', async () => press('Exportar Lista')],
  ])(
    '%s reports an activity that was deleted since, and the next one is selected',
    async (action, perform) => {
      let exists = true;
      const next = ownActivity(2);
      const whileItExists = (response: object, fallback: object) => () => (exists ? response : fallback);
      showParticipants({
        responses: {
          ...respond(listOwnActivities, ({ query }: SentRequest) =>
            listOf(query.date === 'proximas' ? (exists ? [firstOwn, next] : [next]) : [pastOwn]),
          ),
          ...respond(getActivity, deleted, { id: firstOwn._id }),
          ...respond(listParticipants, whileItExists(listOf([ana, luz]), deleted), { taskId: firstOwn._id }),
          ...respond(confirmAttendance, deleted),
          ...respond(updateParticipant, notFound, { id: luz._id }),
          ...respond(removeParticipant, notFound, { id: luz._id }),
        },
      });
      await screen.findByRole('heading', { level: 2, name: '2 participantes' });
      if (action === 'adding') await press('Agregar Participante');
      if (action === 'editing') await press('Editar: Luz');
      exists = false;
      await perform();
      await closed();
      expect(await screen.findByText('Esta actividad fue eliminada')).toBeTruthy();
      const select = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Seleccionar actividad' });
      await waitFor(() => expect(select().value).toBe('Minga 2'));
    },
  );
});
