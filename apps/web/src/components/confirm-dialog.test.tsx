import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderPiece } from '../../test/render.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

test('a failure appears in the dialog, next to its buttons, until the next attempt', async () => {
  const failures = ['Error al eliminar la actividad', undefined];
  renderPiece(
    <ConfirmDialog
      isOpen
      title="¿Eliminar?"
      confirmLabel="Eliminar"
      onConfirm={async () => failures.shift()}
      onCancel={() => {}}
    >
      Se elimina para siempre.
    </ConfirmDialog>,
  );
  const dialog = within(screen.getByRole('dialog'));
  const alert = dialog.getByRole('alert');
  expect(alert.textContent).toBe('');
  await userEvent.click(dialog.getByRole('button', { name: 'Eliminar' }));
  expect(await within(alert).findByText('Error al eliminar la actividad')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Eliminar' }));
  expect(alert.textContent).toBe('');
});
