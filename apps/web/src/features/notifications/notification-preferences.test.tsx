import {
  getNotificationPreferences,
  type NotificationPreferences,
  updateNotificationPreferences,
} from '@minga/contract/notification-settings';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderNotificationSettings, somePreferences } from '../../../test/notification-settings.ts';
import { errorResponse, type Responses, respond } from '../../../test/server.ts';

const all = { email: true, live: true };
const preferences = somePreferences({ attendance: { email: false, live: true } });

function show(responses: Responses = {}) {
  const { sent } = renderNotificationSettings({
    ...respond(getNotificationPreferences, () => ({ body: saved().at(-1) ?? preferences })),
    ...respond(updateNotificationPreferences, ({ body }) => ({ body: body as NotificationPreferences })),
    ...responses,
  });
  const saved = () =>
    sent.filter(({ method }) => method === 'PUT').map(({ body }) => body as NotificationPreferences);
  return { saved };
}

async function wayOf(kind: string, label: string) {
  const element = await screen.findByRole('group', { name: kind });
  const details = element.querySelector('details');
  if (details !== null) details.open = true;
  const group = within(element);
  return group.getByRole<HTMLInputElement>('switch', { name: label });
}
const ATTENDANCE = 'Asistencias a mis actividades';

test('shows two switches for each kind with their stored state', async () => {
  show();
  expect((await wayOf(ATTENDANCE, 'Por correo')).checked).toBe(false);
  expect((await wayOf(ATTENDANCE, 'En la campana')).checked).toBe(true);
  const kinds = screen
    .getAllByRole('group')
    // A <details> is a group, too.
    .filter(group => group.tagName === 'FIELDSET')
    .map(group => within(group).getByText(/./, { selector: 'legend' }));
  expect(kinds.map(({ textContent }) => textContent)).toEqual([
    'Recordatorios',
    ATTENDANCE,
    'Cambios en actividades a las que voy',
    'Revisión de mis actividades',
    'Lo que sigo y lo que busco',
    'Mensajes de quienes organizan',
  ]);
});

test('a change is shown immediately and saved with all preferences', async () => {
  const { saved } = show(respond(updateNotificationPreferences, () => new Promise(() => {})));
  const mail = await wayOf(ATTENDANCE, 'Por correo');
  await userEvent.click(mail);
  await waitFor(() => expect(mail.checked).toBe(true));
  await waitFor(() => expect(saved()).toEqual([{ ...preferences, attendance: all }]));
});

test('two simultaneous changes are both saved', async () => {
  const { saved } = show();
  const mail = await wayOf(ATTENDANCE, 'Por correo');
  await userEvent.click(mail);
  await userEvent.click(await wayOf('Recordatorios', 'En la campana'));
  await waitFor(() =>
    expect(saved().at(-1)).toEqual({
      ...preferences,
      attendance: all,
      reminder: { email: true, live: false },
    }),
  );
});

test('says that changes are saved, once for several in a row', async () => {
  show();
  await userEvent.click(await wayOf(ATTENDANCE, 'Por correo'));
  expect(await screen.findByText('Guardamos tus avisos')).toBeTruthy();
  await userEvent.click(await wayOf('Recordatorios', 'En la campana'));
  await userEvent.click(await wayOf('Recordatorios', 'Por correo'));
  await waitFor(() => expect(screen.getAllByText('Guardamos tus avisos')).toHaveLength(1));
});

test('a rejected change is rolled back and reported', async () => {
  show({
    ...respond(getNotificationPreferences, { body: preferences }),
    ...respond(updateNotificationPreferences, errorResponse(409, 'Ahora no')),
  });
  const mail = await wayOf(ATTENDANCE, 'Por correo');
  await userEvent.click(mail);
  expect(await screen.findByText('Ahora no')).toBeTruthy();
  expect(screen.queryByText('Guardamos tus avisos')).toBeNull();
  await waitFor(() => expect(mail.checked).toBe(false));
});

test('the profile is shown even if the preferences fail to load', async () => {
  show(respond(getNotificationPreferences, errorResponse(409, 'No hay avisos')));
  const section = within(await screen.findByRole('region', { name: 'Avisos' }));
  expect(await section.findByText('No hay avisos')).toBeTruthy();
  expect(section.getByRole('button', { name: 'Intentar de nuevo' })).toBeTruthy();
});
