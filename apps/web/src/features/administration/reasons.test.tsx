import './lists/activities-tab.tsx';
import './lists/held-tab.tsx';
import './reports/reports-tab.tsx';
import { listAllActivities } from '@minga/contract/administration/activities';
import { type HeldItem, listHeld } from '@minga/contract/administration/held';
import { getReportStats, listReportCases } from '@minga/contract/administration/reports';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { anActivity } from '../../../test/activity.ts';
import { renderDashboard } from '../../../test/dashboard.ts';
import { aReportCase } from '../../../test/report-case.ts';
import { respond } from '../../../test/server.ts';

// Imported here because they are lazy: on a busy machine the first test would time out while they load.

const pending = anActivity({ title: 'Huerta', status: 'pending' });
const reported = aReportCase();
const held: HeldItem = {
  target: {
    type: 'activity',
    id: pending._id,
    title: 'Huerta',
    text: '',
    date: pending.date,
    place: 'Parque',
  },
  reason: { kind: 'first', term: '' },
  author: { _id: '01960000-0000-7000-8000-0000000000aa', username: 'Luz Dary' },
  heldAt: '2026-11-21T15:00:00.000Z',
};
const responses = {
  ...respond(listAllActivities, { body: [pending], total: 1 }),
  ...respond(listHeld, { body: [held], total: 1 }),
  ...respond(listReportCases, { body: [reported], total: 1 }),
  ...respond(getReportStats, { body: { openCases: 1, openAppeals: 0 } }),
};
const { title } = reported.target;

test.each([
  ['a held publication', 'superadmin', 'revision', `Rechazar: ${held.target.title}`, 'Rechazar'],
  ['a pending activity', 'admin', 'actividades', 'Rechazar: Huerta', 'Rechazar'],
  ['a case that is hidden', 'admin', 'reportes', `Ocultar: ${title}`, 'Ocultar'],
  ['a case that is deleted', 'admin', 'reportes', `Eliminar: ${title}`, 'Eliminar'],
  ['a banned author', 'admin', 'reportes', `Desactivar la cuenta: ${title}`, 'Desactivar la cuenta'],
] as const)(
  'no reason is chosen about %s, and without one nothing is sent',
  async (_what, role, tab, opener, button) => {
    const { sent } = renderDashboard(role, `?tab=${tab}`, responses);
    await userEvent.click(await screen.findByRole('button', { name: opener }));
    const dialog = within(await screen.findByRole('dialog'));
    for (const reason of dialog.getAllByRole<HTMLInputElement>('radio')) expect(reason.checked).toBe(false);
    expect(dialog.getByRole<HTMLTextAreaElement>('textbox').value).toBe('');
    await userEvent.click(dialog.getByRole('button', { name: button }));
    expect(sent.filter(({ method }) => method !== 'GET')).toEqual([]);
  },
);

test('a missing reason is explained, has the focus, and what was written is added to a prepared one', async () => {
  renderDashboard('superadmin', '?tab=revision', responses);
  await userEvent.click(await screen.findByRole('button', { name: 'Rechazar: Huerta' }));
  const dialog = within(await screen.findByRole('dialog'));
  const first = dialog.getByRole('radio', { name: 'Faltan datos' });
  await waitFor(() => expect(document.activeElement).toBe(first));
  await userEvent.keyboard('{Enter}');
  const reason = dialog.getByLabelText<HTMLTextAreaElement>('Motivo');
  expect(document.activeElement).toBe(reason);
  expect(dialog.getByText('Ingrese el motivo del rechazo')).toBeTruthy();
  await userEvent.keyboard('Gracias.');
  await userEvent.click(dialog.getByRole('radio', { name: 'Está repetida' }));
  expect(reason.value).toMatch(/^Ya hay otra actividad igual.*\nGracias\.$/s);
  expect(dialog.queryByText('Ingrese el motivo del rechazo')).toBeNull();
});
