import './held-tab.tsx';
import { decideHeld, type HeldItem, listHeld, undoHeld } from '@minga/contract/administration/held';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderDashboard } from '../../../../test/dashboard.ts';
import { errorResponse, respond } from '../../../../test/server.ts';

// Imported here because it is lazy: on a busy machine the first test would time out while it loads.

const item = (number: number, title: string, changes: Partial<HeldItem> = {}): HeldItem => ({
  target: {
    type: 'activity',
    id: `01960000-0000-7000-8000-00000000000${number}`,
    title,
    text: '',
    date: `2026-11-2${number}T15:00:00.000Z`,
    place: `Parque ${number}`,
  },
  reason: { kind: 'first', term: '' },
  author: { _id: '01960000-0000-7000-8000-0000000000aa', username: 'Luz Dary' },
  heldAt: '2026-11-21T15:00:00.000Z',
  ...changes,
});
const garden = item(1, 'Huerta');
const bonus = item(2, 'Bono', { reason: { kind: 'word', term: 'bono' } });
const guards = item(3, 'Guardianes', {
  target: { ...item(3, 'Guardianes').target, type: 'collective', date: null, place: '' },
  reason: { kind: 'name', term: '' },
  author: null,
});

/** The superadmin's tab; the server forgets what is decided until it is undone. */
function show(decided?: object) {
  let rows = [garden, bonus, guards];
  const decide = ({ target: { type, id } }: HeldItem) =>
    respond(
      decideHeld,
      () => {
        const [found] = rows.filter(({ target }) => target.id === id);
        rows = rows.filter(({ target }) => target.id !== id);
        return decided ?? { body: found as HeldItem };
      },
      { type, id },
    );
  const undo = (one: HeldItem) =>
    respond(
      undoHeld,
      () => {
        rows = [one, ...rows];
        return { body: one };
      },
      { type: 'activity', id: one.target.id },
    );
  return renderDashboard('superadmin', '?tab=revision', {
    ...respond(listHeld, () => ({ body: rows, total: rows.length })),
    ...Object.assign({}, ...rows.map(decide)),
    ...undo(garden),
    ...undo(bonus),
  });
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const decisions = (sent: { path: string; body: unknown }[]) =>
  sent.filter(({ path }) => path.startsWith('/admin-panel/held/')).map(({ body }) => body);

test('the superadmin reads why each publication waits, and approves one', async () => {
  const { sent } = show();
  await screen.findByRole('table', { name: '3 publicaciones por revisar' });
  for (const text of [
    'Es de las primeras publicaciones de la cuenta',
    'Dice «bono»',
    'Su nombre se parece al de otro, o mezcla alfabetos',
    'Cuenta eliminada',
    /10:00.* · Parque 2$/,
  ])
    expect(screen.getByText(text)).toBeTruthy();
  await press('Aprobar: Huerta');
  await screen.findByRole('table', { name: '2 publicaciones por revisar' });
  expect(document.activeElement?.textContent).toBe('Bono');
  expect(decisions(sent)).toEqual([{ decision: 'approve' }]);
});

test('an approval can be undone', async () => {
  show();
  await press('Aprobar: Huerta');
  expect(await screen.findByText('Publicado: Huerta')).toBeTruthy();
  await screen.findByRole('table', { name: '2 publicaciones por revisar' });
  await press('Deshacer');
  // The message is there for some seconds only.
  expect(await screen.findByText('De nuevo por revisar: Huerta')).toBeTruthy();
  await screen.findByRole('table', { name: '3 publicaciones por revisar' });
});

test('the approval of a collective, which cannot be undone, asks first', async () => {
  const { sent } = show();
  await press('Aprobar: Guardianes');
  const dialog = within(await screen.findByRole('dialog', { name: 'Aprobar colectivo' }));
  expect(decisions(sent)).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Aprobar' }));
  await screen.findByRole('table', { name: '2 publicaciones por revisar' });
  expect(decisions(sent)).toEqual([{ decision: 'approve' }]);
  expect(screen.queryByRole('button', { name: 'Deshacer' })).toBeNull();
});

test('a rejection needs a reason, which can be a prepared one', async () => {
  const { sent } = show();
  await press('Rechazar: Bono');
  const dialog = within(await screen.findByRole('dialog', { name: 'Rechazar publicación' }));
  const reason = dialog.getByLabelText<HTMLTextAreaElement>('Motivo');
  await userEvent.click(dialog.getByRole('button', { name: 'Rechazar' }));
  expect(dialog.getByText('Ingrese el motivo del rechazo')).toBeTruthy();
  expect(decisions(sent)).toEqual([]);
  await userEvent.click(dialog.getByRole('radio', { name: 'Pide plata' }));
  const { value } = reason;
  await userEvent.click(dialog.getByRole('button', { name: 'Rechazar' }));
  await screen.findByRole('table', { name: '2 publicaciones por revisar' });
  expect(decisions(sent)).toEqual([{ decision: 'reject', reason: value }]);
  // The focus is on the next row, far from the toast.
  await userEvent.keyboard('z');
  expect(await screen.findByText('De nuevo por revisar: Bono')).toBeTruthy();
  await screen.findByRole('table', { name: '3 publicaciones por revisar' });
  expect(screen.queryByRole('button', { name: 'Deshacer' })).toBeNull();
});

test('the decision of another is told, and the list is read again', async () => {
  show(errorResponse(409, 'Otra persona ya lo decidió', 'DECIDED'));
  await press('Aprobar: Huerta');
  expect(await screen.findByText('Otra persona ya lo decidió')).toBeTruthy();
  await screen.findByRole('table', { name: '2 publicaciones por revisar' });
});
