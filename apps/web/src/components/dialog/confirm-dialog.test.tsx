import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderPiece } from '../../../test/render.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

// docs/rules.md R7.4
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

test('a sentence with a name in it is one paragraph, apart from the failure', () => {
  renderPiece(
    <ConfirmDialog isOpen title="¿Eliminar?" confirmLabel="Eliminar" onConfirm={() => {}} onCancel={() => {}}>
      No te recordaremos <strong>Siembra</strong>. Se elimina para siempre.
    </ConfirmDialog>,
  );
  const paragraph = screen.getByText('Siembra').parentElement;
  expect(paragraph?.textContent).toBe('No te recordaremos Siembra. Se elimina para siempre.');
  // The blocks of the dialog are apart from each other.
  expect(paragraph?.contains(screen.getByRole('alert'))).toBe(false);
});
