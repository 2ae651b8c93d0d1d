import '../today-tab.tsx';
import { getSetup, type Setup, sendTestMail, setupSteps } from '@minga/contract/administration/setup';
import { getToday } from '@minga/contract/administration/today';
import { getSiteMap } from '@minga/contract/site';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { renderDashboard } from '../../../../test/dashboard.ts';
import { respond } from '../../../../test/server.ts';
import { aSystemStatus } from '../../../../test/system-status.ts';

const today = {
  reports: { total: 0, others: 0, shown: [] },
  activities: null,
  collectives: null,
  held: 0,
  system: aSystemStatus(),
};
const siteMap = { start: { latitude: -13.52, longitude: -71.97, zoom: 12 }, bounds: null };
const setup = (done: string[], testMail: Setup['testMail'] = null) => ({
  body: { steps: setupSteps.map(step => ({ step, isDone: done.includes(step) })), testMail },
});
type Response = ReturnType<typeof setup>;
const show = (body: Response | (() => Response)) =>
  renderDashboard('superadmin', '', {
    ...respond(getToday, { body: today }),
    ...respond(getSetup, body),
    ...respond(getSiteMap, { body: siteMap }),
    ...respond(sendTestMail, { status: 202, body: { sentTo: 'rosa@example.org' } }),
  });
afterEach(() => localStorage.clear());

test('lists what is missing, with the way to do it', async () => {
  show(setup(['account', 'address']));
  const list = within(await screen.findByRole('region', { name: 'Puesta en marcha: faltan 7 pasos' }));
  expect(list.getAllByRole('img', { name: 'Hecho' })).toHaveLength(2);
  expect(list.getByRole('link', { name: 'Ponerlos en Sitio' }).getAttribute('href')).toContain('tab=sitio');
});

test('sends a test e-mail and says what became of it', async () => {
  const last = { createdAt: '2026-11-21T17:00:00.000Z', sentAt: null, failure: 'EAUTH 535' };
  const { requestsTo } = show(setup([], last));
  expect(await screen.findByText(/^El último no salió\. /)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Enviarme un correo de prueba' }));
  expect(await screen.findByText('Enviamos un correo a rosa@example.org')).toBeTruthy();
  expect(requestsTo('POST /admin/mail/test')).toHaveLength(1);
});

test('shows by itself that a test e-mail went out', async () => {
  const last = { createdAt: '2026-11-21T17:00:00.000Z', sentAt: null, failure: null };
  const responses = [setup([], last), setup(['mail'], { ...last, sentAt: last.createdAt })];
  show(() => responses.shift() ?? setup(['mail']));
  expect(await screen.findByText('El último está saliendo…')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('El último está saliendo…')).toBeNull(), { timeout: 30_000 });
});

test('goes when it is dismissed', async () => {
  show(setup([]));
  await userEvent.click(await screen.findByRole('button', { name: 'No mostrar más' }));
  expect(screen.queryByRole('region', { name: /^Puesta en marcha/ })).toBeNull();
});
