import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderInRouter } from '../../../test/render.tsx';
import { TabScreen } from './dashboard.tsx';
import { DashboardErrorsProvider, ErrorBanner } from './errors.tsx';

const reload = vi.fn();
const missing = () => new TypeError('Failed to fetch dynamically imported module: /assets/users-tab-1.js');

beforeEach(() => {
  reload.mockClear();
  vi.stubGlobal('location', { ...location, href: 'http://localhost/admin-dashboard', reload });
});

const server = (isThere: boolean) =>
  vi.stubGlobal('fetch', async () => {
    if (isThere) return new Response(null);
    throw new TypeError('Failed to fetch');
  });

function Broken({ error }: { error: Error }): never {
  throw error;
}

const show = (error: Error) =>
  renderInRouter(
    <DashboardErrorsProvider>
      <ErrorBanner />
      <TabScreen name="Usuarios">
        <Broken error={error} />
      </TabScreen>
    </DashboardErrorsProvider>,
  );
const again = () => screen.findByRole('button', { name: 'Intentar de nuevo' });
const told = () => screen.findByText(/^Error al abrir la pestaña: no hay conexión/);

test('if the server is unreachable, only the tab shows the error and the page is not reloaded', async () => {
  server(false);
  await show(missing());
  expect(await told()).toBeTruthy();
  expect(screen.getByText('Se encontraron 1 error(es)')).toBeTruthy();
  await userEvent.click(await again());
  expect(await told()).toBeTruthy();
  expect(reload).not.toHaveBeenCalled();
});

test('a retry reloads the page once the server is reachable', async () => {
  server(false);
  await show(missing());
  await told();
  server(true);
  await userEvent.click(await again());
  await expect.poll(() => reload).toHaveBeenCalledOnce();
});

test('the page reloads by itself when the network is back', async () => {
  server(false);
  await show(missing());
  await told();
  server(true);
  act(() => void dispatchEvent(new Event('online')));
  await expect.poll(() => reload).toHaveBeenCalledOnce();
});

test('after a deploy the page is reloaded only once', async () => {
  server(true);
  await show(missing());
  await expect.poll(() => reload).toHaveBeenCalledOnce();
  await show(missing());
  await expect.poll(() => screen.getAllByText('Error al abrir la pestaña')).toHaveLength(2);
  expect(reload).toHaveBeenCalledOnce();
});
