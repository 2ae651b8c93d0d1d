import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderPiece } from '../../../test/render.tsx';
import { useLazyDialog } from './use-lazy-dialog.ts';

function Opener({ load }: { load: () => Promise<unknown> }) {
  const { isOpen, open, close } = useLazyDialog(load);
  return (
    <>
      <button type="button" onClick={open}>
        Abrir
      </button>
      {isOpen && (
        <div role="dialog">
          <button type="button" onClick={close}>
            Cerrar
          </button>
        </div>
      )}
    </>
  );
}

test('a pressed button is marked until its dialog is there, and gets the focus back', async () => {
  const code = Promise.withResolvers<void>();
  renderPiece(<Opener load={() => code.promise} />);
  const opener = screen.getByRole('button', { name: 'Abrir' });
  await userEvent.click(opener);
  expect(opener.hasAttribute('data-opening')).toBe(true);
  expect(screen.queryByRole('dialog')).toBeNull();
  code.resolve();
  await userEvent.click(await screen.findByRole('button', { name: 'Cerrar' }));
  expect(opener.hasAttribute('data-opening')).toBe(false);
  expect(document.activeElement).toBe(opener);
});

test('a dialog that an entry of a menu opened returns the focus to the button of the menu', async () => {
  renderPiece(
    <>
      <button type="button" popoverTarget="menu">
        Más acciones
      </button>
      {/* jsdom opens no popover. */}
      <div id="menu" popover="auto" style={{ display: 'block' }}>
        <Opener load={() => Promise.resolve()} />
      </div>
    </>,
  );
  await userEvent.click(screen.getByText('Abrir'));
  await userEvent.click(await screen.findByText('Cerrar'));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Más acciones' }));
});
