import { confirmAttendance } from '@minga/contract/confirmation';
import { admitParticipant, listParticipants, updateParticipant } from '@minga/contract/participants';
import { changeParty } from '@minga/contract/party';
import { screen, within } from '@testing-library/react';
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

test('counts people, and gives a place to somebody who waits', async () => {
  const { sent } = show(
    respond(admitParticipant, { body: { ...efrain, status: 'confirmed', position: null } }, id),
  );
  expect(await screen.findByText('2 personas con cupo de 2 · 3 en espera')).toBeTruthy();
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
  const waiting = screen.getByRole('button', { name: 'En espera (1)' });
  await userEvent.click(waiting);
  expect(waiting.getAttribute('aria-pressed')).toBe('true');
  expect(screen.queryByText('Luz')).toBeNull();
  expect(screen.getByText('Efraín')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Todas (2)' }));
  expect(screen.getByText('Luz')).toBeTruthy();
  const printed = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  await userEvent.click(screen.getByRole('button', { name: 'Imprimir' }));
  expect(printed).toHaveBeenCalledOnce();
});

test('adds somebody beyond the capacity only when asked again', async () => {
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

test('changes the companions of somebody', async () => {
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
