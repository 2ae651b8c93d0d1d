import {
  createCalendarAddress,
  getCalendarAddress,
  removeCalendarAddress,
} from '@minga/contract/personal-calendar';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { renderInRouter } from '../../../../test/render.tsx';
import { declareResponses, respond } from '../../../../test/server.ts';
import { CalendarPanel } from './calendar-panel.tsx';

const SINCE = '2026-11-25T15:00:00.000Z';
const url = `https://minga.example/api/calendario/${'a'.repeat(43)}.ics`;

async function show(first: string | null) {
  let createdAt = first;
  const sent = declareResponses({
    ...respond(getCalendarAddress, () => ({ body: { createdAt } })),
    ...respond(createCalendarAddress, () => {
      createdAt = SINCE;
      return { body: { url } };
    }),
    ...respond(removeCalendarAddress, () => {
      createdAt = null;
      return { status: 204 };
    }),
  });
  await renderInRouter(<CalendarPanel />);
  return () => sent.map(({ method }) => method);
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

test('creates the address at one press, opens it in a calendar and copies it', async () => {
  const user = userEvent.setup();
  await show(null);
  await user.click(await screen.findByRole('button', { name: 'Crear mi dirección' }));
  const heading = await screen.findByRole('heading', { name: 'La dirección de tu calendario' });
  await vi.waitFor(() => expect(document.activeElement).toBe(heading));
  const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(hrefOf('En mi celular o computador')).toBe(url.replace('https:', 'webcal:'));
  expect(hrefOf('Google Calendar')).toContain(encodeURIComponent(url.replace('https:', 'webcal:')));
  expect(hrefOf('Outlook')).toContain(encodeURIComponent(url));
  const write = vi.spyOn(navigator.clipboard, 'writeText');
  await user.click(screen.getByRole('button', { name: 'Copiar' }));
  expect(write).toHaveBeenCalledWith(url);
  await user.click(screen.getByRole('button', { name: 'Listo' }));
  expect(screen.queryByText(url)).toBeNull();
  const text = await screen.findByText(/^Tu dirección funciona desde el 25 de noviembre de 2026\. No/);
  expect(document.activeElement).toBe(text);
});

test('creates another one after a question', async () => {
  const methods = await show(SINCE);
  await press('Hacer otra dirección');
  const dialog = within(await screen.findByRole('dialog', { name: '¿Hacer otra dirección?' }));
  expect(dialog.getByText(/La de ahora deja de servir/)).toBeTruthy();
  expect(methods()).not.toContain('POST');
  await userEvent.click(dialog.getByRole('button', { name: 'Hacer otra' }));
  expect(await screen.findByText(url)).toBeTruthy();
});

test('removes it after a question', async () => {
  await show(SINCE);
  await press('Quitar: la dirección de tu calendario');
  const dialog = within(await screen.findByRole('dialog', { name: '¿Quitar la dirección?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Quitar la dirección' }));
  expect(await screen.findByText('Dirección quitada: ya no sirve')).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Crear mi dirección' })).toBeTruthy();
});

test('explains why none was created', async () => {
  const message = 'Demasiados intentos. Espera un momento.';
  declareResponses({
    ...respond(getCalendarAddress, { body: { createdAt: null } }),
    ...respond(createCalendarAddress, { status: 429, body: { message, code: 'RATE_LIMITED' } }),
  });
  await renderInRouter(<CalendarPanel />);
  await press('Crear mi dirección');
  expect(await screen.findByText(message)).toBeTruthy();
});

test('what failed to load is loaded again', async () => {
  let isDown = true;
  declareResponses(
    respond(getCalendarAddress, () =>
      isDown
        ? { status: 429, body: { message: 'Espera', code: 'RATE_LIMITED' } }
        : { body: { createdAt: null } },
    ),
  );
  await renderInRouter(<CalendarPanel />);
  expect(await screen.findByText('Espera')).toBeTruthy();
  isDown = false;
  await press('Intentar de nuevo');
  expect(await screen.findByRole('button', { name: 'Crear mi dirección' })).toBeTruthy();
});
