import './today-tab.tsx';
import './reports/reports-tab.tsx';
import { approveActivity, rejectActivity } from '@minga/contract/administration/activities';
import { changeCollectiveStatus } from '@minga/contract/administration/collectives';
import { decideReportCase, getReportStats, listReportCases } from '@minga/contract/administration/reports';
import { getToday, type Today } from '@minga/contract/administration/today';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { anActivity } from '../../../test/activity.ts';
import { aCollective } from '../../../test/collective.ts';
import { renderDashboard } from '../../../test/dashboard.ts';
import { aReportCase } from '../../../test/report-case.ts';
import { errorResponse, respond } from '../../../test/server.ts';
import { aSystemStatus, minutesAgo } from '../../../test/system-status.ts';

// Imported here because it is lazy: on a busy machine the first test would time out while it loads.

const reported = aReportCase();
const { type: targetType, id: targetId } = reported.target;
const bonus = anActivity({
  _id: '01930000-0000-7000-8000-0000000000d1',
  title: 'Bono',
  status: 'pending',
  hold: { kind: 'word', term: 'bono' },
});
const garden = anActivity({
  _id: '01930000-0000-7000-8000-0000000000d2',
  title: 'Huerta',
  status: 'pending',
});
const collective = aCollective({ status: 'held' });

const nothing: Today = {
  reports: { total: 0, others: 0, shown: [] },
  activities: { total: 0, shown: [], unreviewed: 0 },
  collectives: { total: 0, shown: [] },
  held: null,
  system: aSystemStatus(),
};
const something: Today = {
  ...nothing,
  reports: { total: 1, others: 0, shown: [reported] },
  activities: { total: 2, shown: [bonus, garden], unreviewed: 0 },
  collectives: { total: 1, shown: [collective] },
};

/** The panel's first screen. The server forgets what is decided. */
function show(role: 'admin' | 'superadmin', first: Today) {
  const state = { today: first };
  const without =
    <Body,>(id: string, body: Body) =>
    () => {
      const { reports, activities, collectives } = state.today;
      const keep = <Row extends { _id: string }>(rows: readonly Row[] = []) =>
        rows.filter(row => row._id !== id);
      const [left, named] = [keep(activities?.shown), keep(collectives?.shown)];
      const cases = reports.shown.filter(({ target }) => target.id !== id);
      state.today = {
        ...state.today,
        reports: { total: cases.length, others: 0, shown: cases },
        activities: { total: left.length, shown: left, unreviewed: 0 },
        collectives: { total: named.length, shown: named },
      };
      return { body };
    };
  return renderDashboard(role, '', {
    ...respond(getToday, () => ({ body: state.today })),
    ...respond(getReportStats, { body: { openCases: first.reports.total, openAppeals: 0 } }),
    ...respond(decideReportCase, without(targetId, reported), { targetType, targetId }),
    ...respond(approveActivity, without(garden._id, garden), { id: garden._id }),
    ...respond(rejectActivity, without(bonus._id, bonus), { id: bonus._id }),
    ...respond(changeCollectiveStatus, without(collective._id, collective), { id: collective._id }),
  });
}

const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 2, name });
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

test('an admin decides all that waits from the first screen, with one request to learn it', async () => {
  const { requestsTo, sent } = show('admin', something);
  await heading('Hoy esperan 4 decisiones');
  expect(requestsTo('GET /admin-panel/today')).toHaveLength(1);
  expect(screen.getByText('un caso, 2 actividades y un colectivo')).toBeTruthy();
  expect(screen.getByText('Dice «bono»')).toBeTruthy();

  await press(/^Descartar: /);
  await heading('Hoy esperan 3 decisiones');
  expect(document.activeElement).toBe(await heading('Hoy esperan 3 decisiones'));
  await press('Aprobar: Huerta');
  await heading('Hoy esperan 2 decisiones');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Ver detalles: Bono');
  await press('Rechazar: Bono');
  const dialog = within(await screen.findByRole('dialog', { name: 'Rechazar actividad' }));
  await userEvent.click(dialog.getByRole('radio', { name: 'Es una venta' }));
  const reason = dialog.getByLabelText<HTMLTextAreaElement>('Ingrese el motivo del rechazo:').value;
  expect(reason).toMatch(/^Minga es para trabajo comunitario/);
  await userEvent.click(dialog.getByRole('button', { name: 'Rechazar' }));
  await heading('Hoy espera una decisión');
  expect(sent.find(({ path }) => path.endsWith('/reject'))?.body).toMatchObject({ reason });
  await press(/^Activar: /);
  await heading('Hoy no espera ninguna decisión');
  expect(screen.getByText('Las decisiones están al día')).toBeTruthy();
  expect(screen.getByText('El sistema funciona')).toBeTruthy();
});

test('after a collective the focus is on the name of the next one: another press must not decide it', async () => {
  const next = aCollective({ _id: '01930000-0000-7000-8000-0000000000d9', name: 'Ronda', status: 'held' });
  show('admin', { ...nothing, collectives: { total: 2, shown: [collective, next] } });
  await press(`Activar: ${collective.name}`);
  await heading('Hoy espera una decisión');
  expect(document.activeElement?.textContent).toBe('Ronda');
  await userEvent.tab();
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Activar: Ronda');
});

test('the number on the tab is that of the newest response, here or in the list', async () => {
  let openCases = 3;
  const { router } = renderDashboard('admin', '?tab=asistencias', {
    ...respond(getReportStats, () => ({ body: { openCases, openAppeals: 0 } })),
    ...respond(getToday, { body: { ...something, reports: { total: 6, others: 0, shown: [reported] } } }),
    ...respond(listReportCases, { body: [reported], total: 5 }),
  });
  const number = () => screen.getByRole('tab', { name: /^Reportes/ }).textContent;
  await expect.poll(number).toBe('Reportes, 3 por revisar');
  await router.navigate({ to: '/admin-dashboard', search: { tab: 'hoy' } });
  await heading('Hoy esperan 9 decisiones');
  expect(number()).toBe('Reportes, 6 por revisar');
  await router.navigate({ to: '/admin-dashboard', search: { tab: 'reportes' } });
  await heading('5 por revisar');
  expect(number()).toBe('Reportes, 5 por revisar');

  // Another admin has decided; a tab that is opened later asks again.
  openCases = 0;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 16_000 });
  await router.navigate({ to: '/admin-dashboard', search: { tab: 'asistencias' } });
  await expect.poll(number).toBe('Reportes');
  vi.useRealTimers();
});

test('a superadmin is led to what is held', async () => {
  show('superadmin', { ...nothing, activities: null, collectives: null, held: 2 });
  await heading('Hoy esperan 2 decisiones');
  expect(screen.getByText('2 publicaciones por revisar')).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Revisar las 2 publicaciones' });
  expect(link.getAttribute('href')).toBe('/admin-dashboard?tab=revision');
});

test.each([
  [1, 'Hoy espera una decisión', /^Un caso reportado espera y no hay quien lo revise/],
  [4, 'Hoy esperan 4 decisiones', /^4 casos reportados esperan y no hay quien los revise/],
])('without an administrator, a superadmin reads that %i cases wait', async (total, title, text) => {
  show('superadmin', {
    ...nothing,
    reports: { total, others: 0, shown: [] },
    activities: null,
    collectives: null,
  });
  await heading(title);
  expect(screen.getByText(text)).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Crear una cuenta de administración' });
  expect(link.getAttribute('href')).toBe('/admin-dashboard?tab=crear');
  expect(screen.queryByText('Las decisiones están al día')).toBeNull();
});

test.each([
  [1, 'Un caso reportado espera a las cuentas de administración.'],
  [3, '3 casos reportados esperan a las cuentas de administración.'],
])('a superadmin reads that %i cases wait for the administrators', async (others, text) => {
  const waiting = {
    ...nothing,
    activities: null,
    collectives: null,
    reports: { total: 0, others, shown: [] },
  };
  const { requestsTo } = show('superadmin', waiting);
  await heading('Hoy no espera ninguna decisión tuya');
  expect(screen.getByText(text)).toBeTruthy();
  expect(screen.queryByText('Las decisiones están al día')).toBeNull();
  expect(requestsTo('GET /admin-panel/today')).toHaveLength(1);
});

test('what is unwell is on top, with its cause and a way out', async () => {
  const email = { _id: targetId, recipient: 'l•••@example.org', createdAt: minutesAgo(9) };
  const unsent = [{ ...email, state: 'waiting' as const, failure: 'ECONNECTION' }];
  const letters = { ...nothing.system.letters, waiting: 1, failing: 1, unsent };
  const { last } = nothing.system.backup;
  const backup = { last, isExpected: true, isOverdue: true };
  const system = aSystemStatus({ letters, failingWebhooks: ['Aves'], backup });
  show('superadmin', { ...nothing, activities: null, collectives: null, system });
  await heading('Hoy no espera ninguna decisión');
  const verdict = within(screen.getByText('Hay algo que mirar').parentElement as HTMLElement);
  expect(verdict.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Un correo no ha podido salir: no pudimos hablar con el servidor de correo. Se intenta durante tres días; si no sale pronto, avísale a quien mantiene el servidor.',
    'La última copia de seguridad se hizo hace 3 horas, y ya debía haber otra. Avísale a quien mantiene el servidor.',
    'Los webhooks de «Aves» fallan hace más de una hora. Quienes administran el colectivo ven la causa en «Entregas».',
  ]);
  const link = screen.getByRole('link', { name: 'Ver qué pasa en Sistema' });
  expect(link.getAttribute('href')).toBe('/admin-dashboard?tab=sistema');
});

test('links to the lists that have more; an activity that has started may have a memory', async () => {
  show('admin', {
    ...something,
    reports: { total: 1_204, others: 0, shown: [reported] },
    activities: { total: 3, shown: [{ ...garden, date: minutesAgo(90) }], unreviewed: 7 },
    collectives: { total: 2, shown: [collective] },
  });
  await heading('Hoy esperan 1.209 decisiones');
  expect(screen.getByRole('heading', { level: 2, name: 'Casos por revisar: 1.204' })).toBeTruthy();
  expect(screen.getByText(/^Ya comenzó: si contaron/)).toBeTruthy();
  for (const [name, href] of [
    ['Ver los 1.204 casos', '?tab=reportes'],
    ['Ver todas las pendientes', '?tab=actividades&estado=pending'],
    ['Ver todos los que esperan', '?tab=colectivos&estado=held'],
    ['Ver 7 actividades publicadas que nadie ha revisado', '?tab=actividades&estado=pending'],
  ] as const)
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(`/admin-dashboard${href}`);
});

test('a failed request is reported and can be retried', async () => {
  let response: object = errorResponse(503, 'Vuelve en un momento', 'UNAVAILABLE');
  renderDashboard(
    'admin',
    '',
    respond(getToday, () => response),
  );
  expect(await screen.findByText('Vuelve en un momento')).toBeTruthy();
  response = { body: nothing };
  await press('Intentar de nuevo');
  expect(await screen.findByText('Las decisiones están al día')).toBeTruthy();
  expect(screen.queryByText('Vuelve en un momento')).toBeNull();
});
