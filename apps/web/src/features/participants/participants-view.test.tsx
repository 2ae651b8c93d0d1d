import { getActivity, listOwnActivities } from '@minga/contract/activities';
import { confirmAttendance } from '@minga/contract/confirmation';
import {
  admitParticipant,
  listParticipants,
  readTurnout,
  updateParticipant,
} from '@minga/contract/participants';
import { changeParty } from '@minga/contract/party';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { anActivity } from '../../../test/activity.ts';
import { aParticipant } from '../../../test/participant.ts';
import {
  firstOwn as first,
  listOf,
  ownActivity as own,
  ownActivity,
  pastOwn as past,
  showParticipants as show,
  showParticipants,
} from '../../../test/participants-screen.ts';
import { errorResponse, respond, type SentRequest } from '../../../test/server.ts';
import { refreshParticipants } from './api.ts';

describe('participants-view', () => {
  const select = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Seleccionar actividad' });
  const count = (text: string) => screen.findByRole('heading', { level: 2, name: text });
  const chosenIn = (search: Record<string, unknown>) => search.taskId;

  test.each([
    ['no id', ''],
    ['a malformed id', '?taskId=x'],
    ['an unknown id', '?taskId=01930000-0000-7000-8000-0000000000ff'],
    ["another organiser's activity", '?taskId=01930000-0000-7000-8000-0000000000ee'],
  ])('%s: selects the nearest activity and puts it into the URL', async (_, search) => {
    const { router } = show({
      search,
      responses: {
        ...respond(getActivity, errorResponse(400, 'Identificador no válido'), { id: 'x' }),
        ...respond(getActivity, errorResponse(404, 'No encontrada', 'NOT_FOUND'), {
          id: '01930000-0000-7000-8000-0000000000ff',
        }),
        ...respond(getActivity, { body: anActivity() }, { id: '01930000-0000-7000-8000-0000000000ee' }),
      },
    });
    await count('0 participantes');
    expect((await select()).value).toBe('Minga 1');
    expect(chosenIn(router.state.location.search)).toBe(first._id);
    expect(router.history.length).toBe(1);
  });

  test.each([
    ['own', {}],
    ['of others who organise with the user', { isOwner: false, canManage: true }],
  ])('selects the activity of the URL (%s) even if it is far down a long list', async (_, changes) => {
    const far = own(9, { title: 'Minga lejana', ...changes });
    const { router } = show({
      search: `?taskId=${far._id}`,
      responses: {
        ...respond(getActivity, { body: far }, { id: far._id }),
        ...respond(listParticipants, listOf([aParticipant(1)]), { taskId: far._id }),
      },
    });
    await count('1 participante');
    expect((await select()).value).toBe('Minga lejana');
    expect(chosenIn(router.state.location.search)).toBe(far._id);
  });

  test('marks participants who arrived', async () => {
    show({ participants: [aParticipant(1, { checkedInAt: '2026-11-18T14:00:00.000Z' }), aParticipant(2)] });
    const [, first, second] = await screen.findAllByRole('row');
    expect(first?.textContent).toContain('Llegó');
    expect(second?.textContent).not.toContain('Llegó');
  });

  test('selects the latest past activity without upcoming ones, and allows no additions', async () => {
    show({ upcoming: [], participants: [aParticipant(1)] });
    await count('1 participante');
    expect((await select()).value).toBe('Sancocho de ayer');
    const add = screen.getByRole('button', { name: 'Agregar Participante' });
    expect(add.getAttribute('aria-disabled')).toBe('true');
    expect(add.getAttribute('aria-describedby')).toBe(screen.getByText(/^Esta actividad ya pasó/).id);
    // Once the dialog's chunk is loaded, a second dialog would open at once.
    await userEvent.click(screen.getByRole('button', { name: 'Eliminar: Persona 1' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Cancelar' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(add);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('says of an activity in progress that it has begun', async () => {
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    show({ upcoming: [own(1, { date: inHours(-1), endDate: inHours(1) })], participants: [aParticipant(1)] });
    await count('1 participante');
    expect(screen.getByText('Esta actividad ya comenzó: ya no se agregan participantes.')).toBeTruthy();
    const door = screen.getByRole('link', { name: 'Anotar llegadas en la puerta' });
    expect(door.getAttribute('href')).toMatch(/^\/tasks\/[\w-]+\/puerta$/);
  });

  test('offers no first participant for a past activity', async () => {
    show({ upcoming: [] });
    await screen.findByText('No hay participantes registrados');
    expect(screen.queryByRole('button', { name: 'Agregar Primer Participante' })).toBeNull();
  });

  test('finds an activity by words, selects it by keyboard, keeps the focus and updates the URL', async () => {
    // The needs of the list are loaded after the choice.
    const { router } = show({
      gone: [{ ...past, hasNeeds: true }],
      responses: respond(getActivity, { body: past }, { id: past._id }),
    });
    await userEvent.click(await select());
    await userEvent.keyboard('ayer 2026');
    expect(screen.getAllByRole('option', { hidden: true }).map(option => option.textContent)).toEqual([
      expect.stringContaining('Sancocho de ayer'),
    ]);
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(chosenIn(router.state.location.search)).toBe(past._id));
    await count('0 participantes');
    expect((await select()).value).toBe('Sancocho de ayer');
    expect(document.activeElement).toBe(await select());
  });

  test('loads all activities when the select opens', async () => {
    const many = Array.from({ length: 150 }, (_, number) =>
      own(0, {
        _id: `01930000-0000-7000-8000-000000001${String(number).padStart(3, '0')}`,
        title: `Minga ${number}`,
      }),
    );
    const { sent } = show({
      upcoming: many,
      gone: [],
      responses: respond(listOwnActivities, ({ query }) =>
        query.date === 'pasadas'
          ? listOf([])
          : { body: many.slice(Number(query.offset), Number(query.offset) + 100), total: 150 },
      ),
    });
    const input = await select();
    expect(sent.filter(({ path }) => path === '/tasks')).toHaveLength(2);
    await userEvent.click(input);
    await userEvent.keyboard('Minga 149');
    expect(await screen.findByText('Minga 149')).toBeTruthy();
  });

  test('explains publishing to a user without activities', async () => {
    show({ upcoming: [], gone: [] });
    expect(await screen.findByText('Todavía no organizas ninguna actividad')).toBeTruthy();
    const main = within(screen.getByRole('main'));
    expect(main.getByRole('link', { name: 'Crear Actividad' }).getAttribute('href')).toBe('/add-task');
  });

  test('retries activities that failed to load', async () => {
    let isFailing = true;
    const response = ({ query }: SentRequest) =>
      isFailing
        ? errorResponse(429, 'Demasiados intentos')
        : listOf(query.date === 'proximas' ? [first] : []);
    show({ responses: respond(listOwnActivities, response) });
    expect(await screen.findByText('Error al cargar las actividades')).toBeTruthy();
    isFailing = false;
    await userEvent.click(screen.getByRole('button', { name: 'Intentar de nuevo' }));
    await count('0 participantes');
  });

  test.each([403, 404])('reports an activity that is no longer the user’s own (%d)', async status => {
    show({
      responses: respond(listParticipants, errorResponse(status, 'No tienes permiso'), { taskId: first._id }),
    });
    expect(await screen.findByText('No encontramos esta actividad entre las tuyas')).toBeTruthy();
    expect(screen.getByText('No tienes permiso')).toBeTruthy();
  });

  test('retries a list that failed to load', async () => {
    let isFailing = true;
    const response = () =>
      isFailing ? errorResponse(429, 'Demasiados intentos') : listOf([aParticipant(1)]);
    show({ responses: respond(listParticipants, response, { taskId: first._id }) });
    await screen.findByText('Demasiados intentos');
    isFailing = false;
    await userEvent.click(screen.getByRole('button', { name: 'Intentar de nuevo' }));
    await count('1 participante');
  });

  test('names the columns; a deleted user can only be removed', async () => {
    show({
      participants: [
        aParticipant(1, { name: '<img src=x onerror=alert(1)>' }),
        aParticipant(2, { name: 'Usuario eliminado', email: '' }),
      ],
    });
    const table = within(await screen.findByRole('table', { name: '2 participantes' }));
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Participante',
      'Correo Electrónico',
      'Acciones',
    ]);
    const [one, two] = table.getAllByRole('row').slice(1);
    expect(one?.textContent).toBe('<<img src=x onerror=alert(1)>persona.1@example.orgEditarEliminar');
    expect(two?.textContent).toBe('UUsuario eliminadoSin correoEliminar');
    expect(document.querySelector('td img')).toBeNull();
  });

  test('shows changes made elsewhere and keeps scroll position and focus', async () => {
    let rows = [aParticipant(1), aParticipant(2), aParticipant(3)];
    const { queryClient } = show({
      responses: respond(listParticipants, () => listOf(rows), { taskId: first._id }),
    });
    await count('3 participantes');
    expect(screen.queryByText(/^Ahora/)).toBeNull();
    const button = screen.getByRole('button', { name: 'Editar: Persona 3' });
    button.focus();
    rows = [aParticipant(2), aParticipant(3), aParticipant(4)];
    await act(() => refreshParticipants(queryClient, first._id));
    expect(await screen.findByText('Persona 4')).toBeTruthy();
    expect(screen.queryByText('Persona 1')).toBeNull();
    expect(document.activeElement).toBe(button);
    expect(button.isConnected).toBe(true);

    rows = [aParticipant(2), aParticipant(4)];
    await act(() => refreshParticipants(queryClient, first._id));
    await count('2 participantes');
    expect(screen.getByText('Ahora son 2 participantes').role).toBe('status');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Editar: Persona 4' }));
  });

  test('keeps the focus on a row that moves to the previous block', async () => {
    let rows = Array.from({ length: 60 }, (_, index) => aParticipant(index + 1));
    const { queryClient } = show({
      responses: respond(listParticipants, () => listOf(rows), { taskId: first._id }),
    });
    await count('60 participantes');
    screen.getByRole('button', { name: 'Editar: Persona 51' }).focus();
    rows = rows.slice(1);
    await act(() => refreshParticipants(queryClient, first._id));
    await count('59 participantes');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Editar: Persona 51' }));
  });

  /** The server's count of the people without contact. */
  const unreachablePeople = (people: number) => {
    const none = { parties: 0, people: 0 };
    const turnout = { confirmed: none, checkedIn: none, walkIns: none, unreachable: { parties: 10, people } };
    return respond(readTurnout, { body: turnout }, { taskId: first._id });
  };

  test('tells how many people of a long list left no contact before all of it is loaded', async () => {
    const rows = Array.from({ length: 2 }, (_, index) => aParticipant(index + 1));
    const page = respond(
      listParticipants,
      ({ query }) => (query.offset === '0' ? { body: rows, total: 700 } : new Promise<never>(() => {})),
      { taskId: first._id },
    );
    show({ responses: { ...page, ...unreachablePeople(40) } });
    expect(await screen.findByRole('button', { name: 'Sin correo ni teléfono (40)' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Todas' })).toBeTruthy();
  });

  test('loads a long list page by page', async () => {
    const participants = Array.from({ length: 220 }, (_, index) => aParticipant(index + 1));
    const { sent } = show({
      responses: {
        ...respond(
          listParticipants,
          ({ query }) => {
            const offset = Number(query.offset);
            // A page of 60 is the largest of this server.
            const size = offset === 0 ? 100 : 60;
            return { body: participants.slice(offset, offset + size), total: 220 };
          },
          { taskId: first._id },
        ),
        ...unreachablePeople(0),
      },
    });
    // The next page loads automatically while the end of the list is in view.
    expect(await screen.findByText('Mostrando 220 de 220')).toBeTruthy();
    const pages = sent.filter(({ path }) => path === `/attendances/${first._id}`);
    expect(pages.map(({ query }) => [query.offset, query.limit])).toEqual([
      ['0', '100'],
      ['100', '500'],
      ['160', '500'],
    ]);
  });
});

describe('places', () => {
  const limited = ownActivity(1, {
    capacity: 2,
    companionsMax: 2,
    places: { taken: 2, free: 0, waiting: 3 },
  });
  const luz = aParticipant(1, { name: 'Luz', companions: 1 });
  const efrain = aParticipant(2, { name: 'Efraín', companions: 2, status: 'waiting', position: 1 });
  const id = { id: efrain._id };

  const show = (responses: object) =>
    showParticipants({
      upcoming: [limited],
      responses: {
        ...respond(listParticipants, listOf([luz, efrain]), { taskId: limited._id }),
        ...responses,
      },
    });
  const dialog = () => screen.findByRole('dialog');

  test('counts people, and gives a place to a waiting participant', async () => {
    const { sent } = show(
      respond(admitParticipant, { body: { ...efrain, status: 'confirmed', position: null } }, id),
    );
    expect(await screen.findByText('En total: 2 de 2 cupos · 3 en espera')).toBeTruthy();
    expect(screen.getByText('Con 1 persona más')).toBeTruthy();
    expect(screen.getByText('Con 2 personas más · En espera, puesto 1')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Dar cupo: Luz' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Dar cupo: Efraín' }));
    await userEvent.click(within(await dialog()).getByRole('button', { name: 'Dar cupo' }));
    expect(await screen.findByText('Efraín ya tiene cupo')).toBeTruthy();
    expect(sent.find(({ method }) => method === 'PATCH')?.body).toEqual({ status: 'confirmed' });
  });

  test('shows only those who wait, and prints', async () => {
    show({});
    expect(await screen.findByText('Luz')).toBeTruthy();
    const waiting = screen.getByRole('button', { name: 'En espera (3)' });
    await userEvent.click(waiting);
    expect(waiting.getAttribute('aria-pressed')).toBe('true');
    expect(screen.queryByText('Luz')).toBeNull();
    expect(screen.getByText('Efraín')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Todas (5)' }));
    expect(screen.getByText('Luz')).toBeTruthy();
    const printed = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    await userEvent.click(screen.getByRole('button', { name: 'Imprimir', hidden: true }));
    expect(printed).toHaveBeenCalledOnce();
  });

  test('adds a participant beyond the capacity only when asked again', async () => {
    const { sent } = show(
      respond(confirmAttendance, ({ body }) =>
        (body as { force?: boolean }).force
          ? { status: 201, body: aParticipant(3) }
          : errorResponse(409, 'Ya no hay cupos', 'FULL'),
      ),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Agregar Participante' }));
    const form = within(await dialog());
    await userEvent.type(form.getByLabelText('Nombre completo'), 'Rosa');
    await userEvent.type(form.getByLabelText('Correo electrónico (opcional)'), 'rosa@example.org');
    await userEvent.click(form.getByRole('button', { name: 'Agregar' }));
    const alert = await form.findByRole('alert');
    await vi.waitFor(() => expect(alert.textContent).toContain('Ya no hay cupos'));
    await userEvent.click(form.getByRole('button', { name: 'Agregar de todos modos' }));
    expect(await screen.findByText('Participante agregado correctamente')).toBeTruthy();
    const bodies = sent.filter(({ path }) => path === '/attendances/confirm').map(({ body }) => body);
    expect(bodies).toMatchObject([{ name: 'Rosa' }, { name: 'Rosa', force: true }]);
    expect(bodies[0]).not.toHaveProperty('force');
  });

  test('changes the companions of a participant', async () => {
    const { sent } = show({
      ...respond(changeParty, { body: { ...luz, companions: 0 } }, { taskId: limited._id }),
      ...respond(updateParticipant, { body: { updated: { ...luz, companions: 0 } } }, { id: luz._id }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Editar: Luz' }));
    const form = within(await dialog());
    await userEvent.selectOptions(form.getByLabelText('¿Con cuántas personas va?'), '0');
    await userEvent.click(form.getByRole('button', { name: 'Actualizar' }));
    expect(await screen.findByText('Participante actualizado correctamente')).toBeTruthy();
    expect(sent.find(({ path }) => path.includes('/party/'))?.body).toEqual({
      attendanceId: luz._id,
      companions: 0,
    });
  });

  test.each([
    ['an e-mail', {}, 'le avisaremos por correo'],
    ['only a phone', { email: '', phone: '+573001112233' }, 'No dejó correo: avísale por WhatsApp'],
    ['only a name', { email: '' }, 'No dejó correo: avísale tú'],
  ])('says how a participant with %s learns of the place', async (_, contact, sentence) => {
    show(respond(listParticipants, listOf([luz, { ...efrain, ...contact }]), { taskId: limited._id }));
    await userEvent.click(await screen.findByRole('button', { name: 'Dar cupo: Efraín' }));
    const text = (await dialog()).textContent;
    expect(text).toContain('Efraín tendrá un cupo aunque la actividad ya esté llena');
    expect(text).toContain(sentence);
  });

  const rosa = aParticipant(3, { name: 'Rosa', status: 'waiting', position: 2 });

  test.each([
    ['all are shown', null, 'Editar: Efraín'],
    ['only those who wait are shown', 'En espera (4)', 'Dar cupo: Rosa'],
  ])(
    'after a place is given, while %s, the focus stays with that person or the next one',
    async (_, filter, next) => {
      let rows = [luz, efrain, rosa];
      const admitted = { ...efrain, status: 'confirmed' as const, position: null };
      show({
        ...respond(listParticipants, () => listOf(rows), { taskId: limited._id }),
        ...respond(
          admitParticipant,
          () => {
            rows = [luz, admitted, { ...rosa, position: 1 }];
            return { body: admitted };
          },
          id,
        ),
      });
      if (filter !== null) await userEvent.click(await screen.findByRole('button', { name: filter }));
      await userEvent.click(await screen.findByRole('button', { name: 'Dar cupo: Efraín' }));
      await userEvent.click(within(await dialog()).getByRole('button', { name: 'Dar cupo' }));
      await waitFor(() => expect(screen.queryByRole('button', { name: 'Dar cupo: Efraín' })).toBeNull());
      await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(next));
    },
  );

  test.each([
    ['email', 'Correo Electrónico'],
    ['any', 'Contacto'],
  ] as const)('the column of an activity with the contact «%s» is «%s»', async (contact, heading) => {
    const activity = { ...limited, contact };
    showParticipants({
      upcoming: [activity],
      responses: respond(listParticipants, listOf([luz]), { taskId: activity._id }),
    });
    expect(await screen.findByRole('columnheader', { name: heading })).toBeTruthy();
  });
});
