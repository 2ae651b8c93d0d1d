import { deleteAccount, downloadData, getProfile } from '@minga/contract/profile';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { fill } from '../../../../test/fill.ts';
import { somePreferences } from '../../../../test/notification-settings.ts';
import { aProfile, aSecondFactor, renderProfile } from '../../../../test/profile.ts';
import { type Responses, respond } from '../../../../test/server.ts';
import { deletionConsequences } from './deletion-section.tsx';

describe('deletion-section', () => {
  async function remove(responses: Responses, word: string) {
    const rendered = renderProfile(responses);
    // Unsaved changes elsewhere on the page must not block the navigation.
    await userEvent.type(await screen.findByRole('textbox', { name: 'Teléfono' }), '0');
    await userEvent.click(await screen.findByRole('button', { name: 'Eliminar mi cuenta' }));
    const dialog = within(await screen.findByRole('dialog', { name: '¿Eliminar tu cuenta?' }));
    await userEvent.type(dialog.getByRole('textbox', { name: 'Escribe ELIMINAR para confirmar' }), word);
    await fill(dialog.getByLabelText('Contraseña actual'), 'secreta');
    await userEvent.click(dialog.getByRole('button', { name: 'Eliminar para siempre' }));
    return { ...rendered, dialog };
  }

  test('lists the consequences with the actual counts before the deletion', async () => {
    renderProfile(
      respond(getProfile, { body: aProfile({ activityCount: 4, upcomingCount: 1, attendanceCount: 2 }) }),
    );
    const section = within(await screen.findByRole('region', { name: 'Eliminar la cuenta' }));
    expect(section.getByText(/Se eliminan tus 4 actividades.* Una está por venir/)).toBeTruthy();
    expect(section.getByText(/Tus 2 asistencias/)).toBeTruthy();
    expect(section.getByRole('button', { name: 'Guardar antes una copia' })).toBeTruthy();
  });

  test('sends nothing without the confirmation word', async () => {
    const { dialog, sent } = await remove({}, 'sí');
    expect(await dialog.findByText('Escribe ELIMINAR para confirmar', { selector: 'p' })).toBeTruthy();
    expect(sent.some(({ method }) => method === 'DELETE')).toBe(false);
  });

  test('deletes the account by the word in any case, ends the session and shows /adios', async () => {
    const { router, sent, queryClient } = await remove(respond(deleteAccount, { status: 204 }), 'Eliminar ');
    expect(await screen.findByRole('heading', { name: 'Tu cuenta quedó eliminada' })).toBeTruthy();
    expect(router.state.location.pathname).toBe('/adios');
    expect(sent.find(({ method }) => method === 'DELETE')?.body).toEqual({
      confirmation: 'ELIMINAR',
      password: 'secreta',
    });
    await expect.poll(() => screen.queryByRole('button', { name: 'Menú de María Chocué' })).toBeNull();
    expect(queryClient.getQueryData(['profile'])).toBeUndefined();
    expect(localStorage.getItem('userEmail')).toBeNull();
    // The session guard must not redirect to /login afterwards.
    expect(router.state.location.pathname).toBe('/adios');
  });

  test('shows a wrong password at its field', async () => {
    const message = 'La contraseña actual no es correcta';
    const { dialog } = await remove(
      respond(deleteAccount, { status: 403, body: { message, code: 'WRONG_PASSWORD' } }),
      'ELIMINAR',
    );
    expect(await dialog.findByText(message)).toBeTruthy();
    expect(dialog.getByLabelText('Contraseña actual').getAttribute('aria-invalid')).toBe('true');
  });

  test('shows why the last superadmin cannot be deleted', async () => {
    const message = 'Eres el último superadmin';
    const { router, dialog } = await remove(
      respond(deleteAccount, { status: 409, body: { message, code: 'CONFLICT' } }),
      'ELIMINAR',
    );
    expect(await dialog.findByText(message)).toBeTruthy();
    expect(router.state.location.pathname).toBe('/profile');
  });

  test('downloads the user’s data as a file', async () => {
    const names: string[] = [];
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      names.push(this.download);
    });
    const body = {
      exportedAt: '2026-12-05T15:00:00.000Z',
      account: aProfile().user,
      pendingEmail: null,
      secondFactor: aSecondFactor(),
      sessions: [],
      apiTokens: [],
      calendarAddress: { createdAt: null },
      approvedPublications: [],
      activities: [],
      collectives: [],
      organizedActivities: [],
      invitations: [],
      attendances: [],
      certificates: [],
      reminders: [],
      savedSearches: [],
      passkeys: [],
      otherFeedback: [],
      sentMessages: [],
      reports: [],
      notifications: [],
      notificationPreferences: somePreferences(),
    };
    renderProfile(respond(downloadData, { body }));
    await userEvent.click(await screen.findByRole('button', { name: 'Descargar mis datos' }));
    expect(await screen.findByText('Descargamos minga-mis-datos-2026-12-05.json')).toBeTruthy();
    expect(names).toEqual(['minga-mis-datos-2026-12-05.json']);
    click.mockRestore();
  });

  test('shows why the download failed', async () => {
    renderProfile(
      respond(downloadData, { status: 429, body: { message: 'Espera un poco', code: 'RATE_LIMITED' } }),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Descargar mis datos' }));
    expect(await screen.findByText('Espera un poco')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Descargar mis datos' })).toBeTruthy();
  });
});

describe('deletion-consequences', () => {
  const always = [
    'Se borran tus datos y tus recordatorios, y se cierran todas tus sesiones.',
    'No se puede deshacer.',
  ];
  const advice = 'quienes iban a ir ya no tendrán noticias por Minga, así que cuéntales antes.';
  const one = 'Se elimina tu actividad, con su imagen y su lista de participantes.';
  const five = 'Se eliminan tus 5 actividades, con sus imágenes y sus listas de participantes.';
  const nameless =
    'sin tu nombre ni tu correo, como «Usuario eliminado». Si tienes cupo en algo por venir, queda libre.';

  test.each([
    [0, 0, 0, []],
    [1, 0, 0, [one]],
    [1, 1, 0, [`${one} Está por venir: ${advice}`]],
    [5, 0, 0, [five]],
    [5, 1, 0, [`${five} Una está por venir: ${advice}`]],
    [5, 2, 0, [`${five} De ellas, 2 están por venir: ${advice}`]],
    [5, 5, 0, [`${five} Todas están por venir: ${advice}`]],
    [0, 0, 1, [`Tu asistencia a una actividad queda solo como número: ${nameless}`]],
    [0, 0, 3, [`Tus 3 asistencias quedan solo como número: ${nameless}`]],
  ])('%i activities, %i upcoming, %i attendances', (activityCount, upcomingCount, attendanceCount, first) => {
    expect(deletionConsequences({ activityCount, upcomingCount, attendanceCount })).toEqual([
      ...first,
      ...always,
    ]);
  });
});
