import './reports-tab.tsx';
import {
  decideReportCase,
  getReportStats,
  listReportCases,
  type NewDecision,
  type ReportCase,
  undoReportDecision,
} from '@minga/contract/administration/reports';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderDashboard } from '../../../../test/dashboard.ts';
import { aReportCase } from '../../../../test/report-case.ts';
import { errorResponse, type Responses, respond, type SentRequest } from '../../../../test/server.ts';
import { caseKey } from '../model.ts';

// Imported here because it is lazy: on a busy machine the first test would time out while it loads.

const inTenMinutes = () => new Date(Date.now() + 600_000).toISOString();
const rifas = aReportCase();
const trato = aReportCase({
  target: { id: '01930000-0000-7000-8000-0000000000c2', title: 'Charla' },
  reasons: [{ reason: 'odio', count: 1 }],
  latestReports: [],
  reports: 1,
});
const colectivo = aReportCase({
  target: { type: 'collective', id: '01930000-0000-7000-8000-0000000000c3', title: 'Los Falsos', date: null },
  author: { canBan: false, casesAgainst: 0 },
});

/** The queue. The server stores the decisions. */
function show(search = '', rows: ReportCase[] = [rifas, trato, colectivo], responses: Responses = {}) {
  const state = { rows };
  const store = (key: string, changes: (old: ReportCase) => ReportCase) => {
    state.rows = state.rows.map(row => (caseKey(row) === key ? changes(row) : row));
    return { body: state.rows.find(row => caseKey(row) === key) as ReportCase };
  };
  const calls = rows.map(row => {
    const params = { targetType: row.target.type, targetId: row.target.id };
    const decide = ({ body }: SentRequest) =>
      store(caseKey(row), old => ({
        ...old,
        status: 'closed',
        canUndoUntil: inTenMinutes(),
        decision: {
          ...(body as NewDecision),
          note: (body as NewDecision).note,
          by: 'Yesid',
          decidedAt: old.openedAt,
        },
      }));
    const reopen = () =>
      store(caseKey(row), old => ({ ...old, status: 'open', decision: null, canUndoUntil: null }));
    return { ...respond(decideReportCase, decide, params), ...respond(undoReportDecision, reopen, params) };
  });
  const app = renderDashboard('admin', `?tab=reportes${search}`, {
    ...respond(listReportCases, ({ query }) => {
      const found = state.rows.filter(({ status }) => status === query.status);
      return { body: found, total: found.length };
    }),
    ...respond(getReportStats, () => ({
      body: { openCases: state.rows.filter(({ status }) => status === 'open').length, openAppeals: 0 },
    })),
    ...Object.assign({}, ...calls),
    ...responses,
  });
  const decisions = () =>
    app.sent.filter(({ path }) => path.includes('/reports/')).flatMap(({ body }) => body ?? []);
  return { ...app, state, decisions };
}

const card = (name: string) => screen.findByRole('article', { name: new RegExp(`^${name}`) });
const focusedCase = () =>
  within(document.activeElement as HTMLElement).getByRole('heading', { level: 3 }).textContent;
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

test('shows all that a decision takes, and the number of open cases on the tab', async () => {
  show();
  const first = within(await card('Venta de rifas'));
  expect(first.getByText('Consigna y gana.')).toBeTruthy();
  expect(first.getByRole('link', { name: /^Venta de rifas/ }).getAttribute('href')).toBe(rifas.target.path);
  expect(
    within(first.getByRole('list', { name: 'Motivos' }))
      .getAllByRole('listitem')
      .map(li => li.textContent),
  ).toEqual(['Engaño o plata 2', 'Publicidad o repetida 1']);
  expect(first.getByText('Me pidió plata por Nequi')).toBeTruthy();
  expect(first.getByText('12 actividades publicadas')).toBeTruthy();
  expect(first.getByText('Una vez se le ocultó algo')).toBeTruthy();
  await expect
    .poll(() => screen.getByRole('tab', { name: /^Reportes/ }).textContent)
    .toBe('Reportes, 3 por revisar');
  expect(screen.getByRole('heading', { level: 2, name: '3 por revisar' })).toBeTruthy();
});

afterEach(() => void vi.useRealTimers());

test('keys that follow a decision too closely do not decide the next case', async () => {
  const { decisions } = show();
  (await card('Venta de rifas')).focus();
  vi.useFakeTimers({ toFake: ['performance'] });
  await userEvent.keyboard('d');
  await waitFor(() => expect(focusedCase()).toMatch(/^Charla/));
  vi.advanceTimersByTime(699);
  await userEvent.keyboard('dod');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(decisions()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  await userEvent.keyboard('d');
  await waitFor(() => expect(focusedCase()).toMatch(/^Los Falsos/));
  expect(decisions()).toHaveLength(2);
  // A chosen case can be decided at once.
  await userEvent.keyboard('jd');
  await waitFor(() => expect(decisions()).toHaveLength(3));
});

test('keys that follow an undo in the list of decisions too closely do not undo the next one', async () => {
  const decision = { decision: 'hide' as const, note: 'Pide plata.', by: null, decidedAt: rifas.openedAt };
  const closed = { status: 'closed' as const, decision, canUndoUntil: inTenMinutes() };
  const { requestsTo } = show('&estado=closed', [
    { ...rifas, ...closed },
    { ...trato, ...closed },
  ]);
  (await card('Venta de rifas')).focus();
  vi.useFakeTimers({ toFake: ['performance'] });
  await userEvent.keyboard('z');
  await waitFor(() => expect(focusedCase()).toMatch(/^Charla/));
  await userEvent.keyboard('zz');
  expect(await screen.findByText('1 decidido')).toBeTruthy();
  expect(requestsTo(`POST /admin-panel/reports/activity/${trato.target.id}/undo`)).toHaveLength(0);
});

test('one key dismisses, the next case has the focus, and Z undoes', async () => {
  const { decisions } = show();
  (await card('Venta de rifas')).focus();
  await userEvent.keyboard('d');
  expect(await screen.findByText('Descartado: Venta de rifas')).toBeTruthy();
  await waitFor(() => expect(focusedCase()).toMatch(/^Charla/));
  expect(decisions()).toEqual([{ decision: 'dismiss', note: '' }]);
  await userEvent.keyboard('z');
  expect(await screen.findByText('Deshecho: el caso está otra vez por revisar')).toBeTruthy();
  expect(screen.queryByText('Descartado: Venta de rifas')).toBeNull();
  await waitFor(() => expect(focusedCase()).toMatch(/^Venta de rifas/));
});

test('three keys hide with the reason for what most people report, which can be another one', async () => {
  const { decisions } = show();
  (await card('Venta de rifas')).focus();
  await userEvent.keyboard('j');
  expect(focusedCase()).toMatch(/^Charla/);
  await userEvent.keyboard('o');
  const dialog = within(await screen.findByRole('dialog', { name: 'Ocultar' }));
  await waitFor(() =>
    expect(document.activeElement).toBe(dialog.getByRole('radio', { name: 'Palabras que hieren' })),
  );
  // Not a key of the queue, which is behind the dialog.
  await userEvent.keyboard('e');
  await userEvent.keyboard(' {Enter}');
  expect(await screen.findByText(/^Ocultada: Charla/)).toBeTruthy();
  await waitFor(() => expect(focusedCase()).toMatch(/^Los Falsos/));
  expect(decisions()).toEqual([{ decision: 'hide', note: expect.stringMatching(/^Hay palabras/) }]);

  await press('Eliminar: Los Falsos');
  const second = within(await screen.findByRole('dialog', { name: 'Eliminar' }));
  await userEvent.click(second.getByRole('radio', { name: 'Está repetida' }));
  await userEvent.type(second.getByLabelText('Motivo'), ' Gracias.');
  await userEvent.click(second.getByRole('button', { name: 'Eliminar' }));
  expect(await screen.findByText('Eliminado: Los Falsos')).toBeTruthy();
  expect(decisions().at(-1)).toEqual({
    decision: 'delete',
    note: expect.stringMatching(/otra igual.* Gracias\.$/),
  });
});

test('the last decision can be undone with Z when the queue is empty', async () => {
  show('', [rifas]);
  (await card('Venta de rifas')).focus();
  await userEvent.keyboard('d');
  expect(await screen.findByText('No hay nada por revisar')).toBeTruthy();
  await waitFor(() => expect(document.activeElement?.textContent).toBe('0 por revisar'));
  await userEvent.keyboard('z');
  expect(await card('Venta de rifas')).toBeTruthy();
});

test('a decision without a reason is not sent', async () => {
  const { decisions } = show();
  await press('Desactivar la cuenta: Venta de rifas');
  const dialog = within(await screen.findByRole('dialog', { name: 'Desactivar la cuenta' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Desactivar la cuenta' }));
  expect(await dialog.findByText(/^Escribe el motivo/)).toBeTruthy();
  expect(decisions()).toEqual([]);
});

test('accounts of administration cannot be deactivated', async () => {
  show();
  const actions = within(await card('Los Falsos')).getAllByRole('button');
  expect(actions.map(({ textContent }) => textContent)).toEqual(['Descartar', 'Ocultar', 'Eliminar']);
});

test('a memory that was edited after it was hidden is decided again', async () => {
  const decision = { decision: 'hide', note: 'Se ven caras', by: 'Yesid' } as const;
  const edited = aReportCase({
    target: { type: 'memory', status: 'hidden' },
    decision: { ...decision, decidedAt: '2026-11-20T15:00:00.000Z' },
  });
  const { decisions } = show('', [edited]);
  const one = within(await card('Venta de rifas'));
  expect(one.getByText('La corrigieron después de que se ocultó')).toBeTruthy();
  expect(one.getByText('Ocultada antes:').parentElement?.textContent).toContain('Se ven caras');
  await press('Volver a publicar: Venta de rifas');
  await waitFor(() => expect(decisions()).toEqual([{ decision: 'dismiss', note: '' }]));
});

test('an appeal shows the earlier decision and is answered in its own words', async () => {
  const appealed = aReportCase({
    target: { status: 'rejected' },
    appeal: { text: 'La rifa era gratis', at: '2026-11-21T15:00:00.000Z' },
    decision: { decision: 'hide', note: 'Pide plata.', by: 'Yesid', decidedAt: '2026-11-20T15:00:00.000Z' },
  });
  show('', [appealed]);
  const only = within(await card('Venta de rifas'));
  expect(only.getByText('La rifa era gratis')).toBeTruthy();
  expect(only.getByText('Ocultada antes:').parentElement?.textContent).toBe('Ocultada antes: Pide plata.');
  expect(only.getByRole('button', { name: 'Volver a publicar: Venta de rifas' })).toBeTruthy();
  expect(only.getByRole('button', { name: 'Dejar oculta: Venta de rifas' })).toBeTruthy();
});

test('a case that an appeal without reports made does not count reports', async () => {
  const appeal = { text: 'La rifa era gratis', at: '2026-11-21T15:00:00.000Z' };
  show('', [
    aReportCase({ target: { status: 'rejected' }, appeal, reports: 0, reasons: [], latestReports: [] }),
  ]);
  const only = within(await card('Venta de rifas'));
  expect(only.getByRole('heading', { level: 4, name: 'Sin reportes' })).toBeTruthy();
  expect(only.getByRole('heading', { level: 4, name: 'Piden que se revise de nuevo' })).toBeTruthy();
  expect(only.queryByRole('list', { name: 'Motivos' })).toBeNull();
});

test('what is decided can be undone for ten minutes in its list', async () => {
  const decision = { decision: 'hide' as const, note: 'Pide plata.', by: null, decidedAt: rifas.openedAt };
  const late = aReportCase({
    status: 'closed',
    decision,
    canUndoUntil: '2026-11-20T15:00:00.000Z',
    target: { id: '01930000-0000-7000-8000-0000000000c9', title: 'Otra' },
  });
  const { router } = show('', [{ ...rifas, status: 'closed', decision, canUndoUntil: inTenMinutes() }, late]);
  expect(await screen.findByText('No hay nada por revisar')).toBeTruthy();
  await userEvent.click(screen.getByRole('tab', { name: 'Decididos' }));
  expect(router.state.location.search).toMatchObject({ tab: 'reportes', estado: 'closed' });
  const [first] = await screen.findAllByText('Pide plata.');
  expect(first?.previousElementSibling?.textContent).toMatch(/^Ocultada por una cuenta que ya no existe, /);
  expect(screen.getAllByRole('button', { name: /^Deshacer/ })).toHaveLength(1);
  (await card('Venta de rifas')).focus();
  await userEvent.keyboard('z');
  expect(await screen.findByText('1 decidido')).toBeTruthy();
  await waitFor(() => expect(focusedCase()).toMatch(/^Otra/));
});

test('a decided case says what became of its target, and is not to be reviewed any more', async () => {
  const decision = { decision: 'dismiss' as const, note: '', by: 'Yesid', decidedAt: rifas.openedAt };
  const appeal = { text: 'La rifa era gratis', at: '2026-11-20T15:00:00.000Z' };
  const target = { id: trato.target.id, title: 'Charla', status: 'pending' as const };
  show('&estado=closed', [
    aReportCase({ status: 'closed', decision, appeal }),
    aReportCase({ status: 'closed', decision, target }),
  ]);
  const again = await screen.findByText('Publicada de nuevo');
  expect(again.parentElement?.textContent).toMatch(/^Publicada de nuevo por Yesid, /);
  const dismissed = within(await card('Charla'));
  expect(dismissed.getByText('Descartado')).toBeTruthy();
  expect(dismissed.queryByText('Sin revisar')).toBeNull();
});

test('a case that another admin has decided leaves the queue, with the reason', async () => {
  const message = 'Otra persona ya decidió este caso';
  const { state } = show('', undefined, {
    ...respond(
      decideReportCase,
      () => {
        state.rows = [trato, colectivo];
        return errorResponse(409, message);
      },
      { targetType: 'activity', targetId: rifas.target.id },
    ),
  });
  await press('Descartar: Venta de rifas');
  expect(await screen.findByText(message)).toBeTruthy();
  await waitFor(() => expect(focusedCase()).toMatch(/^Charla/));
});

test('the keys are listed by ?', async () => {
  show();
  (await card('Venta de rifas')).focus();
  await userEvent.keyboard('?');
  expect(await screen.findByRole('dialog', { name: 'Decidir con el teclado' })).toBeTruthy();
});

test('a queue that fails to load can be retried', async () => {
  let isDown = true;
  show('', undefined, {
    ...respond(listReportCases, () =>
      isDown ? errorResponse(403, 'No puedes') : { body: [rifas], total: 1 },
    ),
  });
  expect(await screen.findByText('No pudimos traer los reportes.')).toBeTruthy();
  isDown = false;
  await press('Intentar de nuevo');
  expect(await card('Venta de rifas')).toBeTruthy();
});
