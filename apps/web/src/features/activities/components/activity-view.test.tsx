import type { Activity } from '@minga/contract/activities';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { anActivity } from '../../../../test/activity.ts';
import { renderApp } from '../../../../test/render.tsx';
import { answerWith } from '../../../../test/server.ts';

const path = `/actividades/${anActivity()._id}`;

function show(changes: Partial<Activity> = {}) {
  answerWith({ [`GET /tasks/${anActivity()._id}`]: { body: anActivity(changes) } });
  renderApp(path);
  return screen.findByRole('heading', { level: 1, name: 'Siembra de árboles' });
}

afterEach(() => {
  Reflect.deleteProperty(navigator, 'share');
});

test('the page of an activity says everything about it', async () => {
  await show();
  const facts = screen.getByRole('complementary', { name: 'Cuándo y dónde' });

  expect(screen.getByText('Trae guantes.')).toBeTruthy();
  expect(within(facts).getByText('sábado, 5 de diciembre de 2099, 9:00 a. m.')).toBeTruthy();
  expect(within(facts).getByText('Cerro de la Eme')).toBeTruthy();
  expect(within(facts).getByText('Don Efraín')).toBeTruthy();
  expect(within(facts).getByText('Marta')).toBeTruthy();
  expect(within(facts).getByRole('button', { name: 'Asistir a actividad' })).toBeTruthy();
  expect(document.title).toBe('Siembra de árboles · Minga');
});

test('who organises it is not asked to come', async () => {
  await show({ isOwner: true });
  expect(screen.getByText('La organizas tú')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Asistir a actividad' })).toBeNull();
});

test('what is over cannot be joined', async () => {
  await show({ date: '2001-05-01T15:00:00.000Z' });
  expect(screen.getByText('FINALIZADA')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Asistir a actividad' })).toBeNull();
});

test("it is shared with the phone's own sheet", async () => {
  const share = vi.fn(async () => undefined);
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  await show();
  await userEvent.click(screen.getByRole('button', { name: 'Compartir' }));
  expect(share).toHaveBeenCalledWith({ title: 'Siembra de árboles', url: location.origin + path });
});

test('where there is no such sheet, the link is copied', async () => {
  await show();
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Compartir' }));
  expect(await screen.findByText('Enlace copiado')).toBeTruthy();
  expect(await navigator.clipboard.readText()).toBe(location.origin + path);
});

test.each([
  ['gone', { status: 404, body: { message: 'Actividad no encontrada', code: 'NOT_FOUND' } }, path],
  [
    'cut off',
    { status: 400, body: { message: ['Identificador no válido'], code: 'VALIDATION' } },
    '/actividades/0193',
  ],
])('an address that is %s has a way out', async (_, answer, address) => {
  answerWith({ [`GET /tasks/${address.replace('/actividades/', '')}`]: answer });
  renderApp(address);
  expect(
    await screen.findByRole('heading', { level: 1, name: 'No encontramos esta actividad' }),
  ).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Buscar otra actividad' }).getAttribute('href')).toBe(
    '/actividades',
  );
});

test('any other fault is no missing activity', async () => {
  answerWith({
    [`GET /tasks/${anActivity()._id}`]: {
      status: 429,
      body: { message: 'Demasiados intentos', code: 'RATE_LIMITED' },
    },
  });
  renderApp(path);
  expect(await screen.findByText('Demasiados intentos')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Intentar de nuevo' })).toBeTruthy();
});
