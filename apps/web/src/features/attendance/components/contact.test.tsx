import { checkAttendance, checkAttendances } from '@minga/contract/attendance';
import { confirmAttendance } from '@minga/contract/confirmation';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { anActivity } from '../../../../test/activity.ts';
import { ownState } from '../../../../test/own-state.ts';
import { aParticipant } from '../../../../test/participant.ts';
import { renderInRouter } from '../../../../test/render.tsx';
import { declareResponses, errorResponse, respond } from '../../../../test/server.ts';
import { AttendanceButton } from './attendance-button.tsx';

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
  expect(screen.queryByLabelText(/Recordármelo/)).toBeNull();
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

test('without e-mail and phone the choice of companions is limited, and says why', async () => {
  activity.companionsMax = 9;
  const { bodies } = await open(
    errorResponse(400, 'Sin correo ni teléfono puedes llevar como máximo 3 acompañantes', 'VALIDATION'),
  );
  const choice = await screen.findByLabelText<HTMLSelectElement>('¿Cuántas personas van contigo?');
  const why = /^Sin correo ni teléfono puedes llevar como máximo 3 acompañantes: escribe uno de los dos/;
  expect(choice.options).toHaveLength(4);
  expect(screen.getByText(why)).toBeTruthy();
  await userEvent.type(await field('Teléfono (si quieres)'), '300');
  expect(choice.options).toHaveLength(10);
  expect(screen.queryByText(why)).toBeNull();
  await userEvent.selectOptions(choice, '7');
  await userEvent.clear(await field('Teléfono (si quieres)'));
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
  await userEvent.type(await field('Correo electrónico (si quieres)'), 'rosa@');
  await press('Confirmar');
  expect(await screen.findByText('Correo electrónico no válido')).toBeTruthy();
  await userEvent.clear(await field('Correo electrónico (si quieres)'));
  await userEvent.type(await field('Teléfono (si quieres)'), '123');
  await press('Confirmar');
  const phone = await field('Teléfono (si quieres)');
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
  const phone = await field('Teléfono (si quieres)');
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
