import { confirmAttendance } from '@minga/contract/confirmation';
import { admitParticipant, listParticipants, updateParticipant } from '@minga/contract/participants';
import { changeParty } from '@minga/contract/party';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { aParticipant } from '../../../../test/participant.ts';
import { listOf, ownActivity, showParticipants } from '../../../../test/participants-screen.ts';
import { errorResponse, respond } from '../../../../test/server.ts';

const limited = ownActivity(1, { capacity: 2, companionsMax: 2, places: { taken: 2, free: 0, waiting: 3 } });
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
  expect(await screen.findByText('Con acompañantes: 2 personas con cupo de 2 · 3 en espera')).toBeTruthy();
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
  await userEvent.click(screen.getByRole('button', { name: 'Imprimir' }));
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
  await userEvent.type(form.getByLabelText('Correo electrónico'), 'rosa@example.org');
  await userEvent.click(form.getByRole('button', { name: 'Agregar' }));
  expect((await form.findByRole('alert')).textContent).toContain('Ya no hay cupos');
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
