import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderInRouter } from '../../test/render.tsx';
import { reportMissingCode } from '../lib/errors/missing-code.ts';
import { RouteError } from './route-error.tsx';

const reload = vi.fn();
const chunk = () => new TypeError('Failed to fetch dynamically imported module: /assets/add-task-1.js');
const style = () => new Error('Unable to preload CSS for /assets/add-task-1.css');

beforeEach(() => {
  reload.mockClear();
  vi.stubGlobal('location', { ...location, reload });
});
afterEach(() => void vi.restoreAllMocks());

const network = (isOnline: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
const show = (error: Error) => renderInRouter(<RouteError error={error} reset={() => {}} />);

test.each([chunk(), style()])(
  'offline it shows the error and reloads once the network is back: %s',
  async error => {
    network(false);
    await show(error);
    expect(
      await screen.findByRole('heading', {
        name: 'No tienes conexión y esta página no está en tu dispositivo',
      }),
    ).toBeTruthy();
    expect(screen.getByText(/^Sin internet solo se puede leer lo que ya abriste aquí/)).toBeTruthy();
    expect(reload).not.toHaveBeenCalled();
    act(() => void dispatchEvent(new Event('online')));
    expect(reload).toHaveBeenCalledOnce();
  },
);

test.each([chunk(), style()])(
  'after a deploy the page is loaded again, but not for ever: %s',
  async error => {
    network(true);
    await show(error);
    await expect.poll(() => reload).toHaveBeenCalledOnce();
    await show(error);
    await expect.poll(() => screen.getAllByText('No pudimos mostrar esta página')).toHaveLength(2);
    expect(reload).toHaveBeenCalledOnce();
  },
);

test('a retry reloads the page, because a failed import is not repeated', async () => {
  network(false);
  await show(chunk());
  await userEvent.click(await screen.findByRole('button', { name: 'Intentar de nuevo' }));
  expect(reload).toHaveBeenCalledOnce();
});

test('any other error does not reload the page', async () => {
  network(true);
  await show(new TypeError('x is undefined'));
  expect(await screen.findByText(/Algo falló de nuestro lado/)).toBeTruthy();
  act(() => void dispatchEvent(new Event('online')));
  expect(reload).not.toHaveBeenCalled();
});

test('the router does not reload by itself, which offline would lose the page', () => {
  const error = chunk();
  reportMissingCode(Object.assign(new Event('vite:preloadError'), { payload: error }));
  expect(error.message).not.toMatch(/^Failed to fetch/);
  expect(error.message).toContain('/assets/add-task-1.js');
});
