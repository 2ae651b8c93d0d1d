import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { renderPiece } from '../../test/render.tsx';
import { BusyButton } from './busy-button.tsx';

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

test('when idle it is an ordinary button', async () => {
  const onClick = vi.fn();
  renderPiece(
    <BusyButton isBusy={false} busyLabel="Enviando…" onClick={onClick}>
      Enviar
    </BusyButton>,
  );
  await userEvent.click(button('Enviar'));
  expect(onClick).toHaveBeenCalledOnce();
  expect(button('Enviar').hasAttribute('aria-disabled')).toBe(false);
});

test('when busy it shows its busy label, keeps the focus and ignores presses', async () => {
  const onClick = vi.fn();
  renderPiece(
    <BusyButton isBusy busyLabel="Enviando…" onClick={onClick}>
      Enviar
    </BusyButton>,
  );
  await userEvent.tab();
  expect(document.activeElement).toBe(button('Enviando…'));
  await userEvent.keyboard('{Enter} ');
  await userEvent.click(button('Enviando…'));
  expect(onClick).not.toHaveBeenCalled();
  expect(button('Enviando…').getAttribute('aria-disabled')).toBe('true');
  // The disabled attribute would remove the focus.
  expect(button('Enviando…').disabled).toBe(false);
});

test.each([
  [false, 1],
  [true, 0],
])('busy is %s: Enter in its form submits %i times', async (isBusy, times) => {
  const onSubmit = vi.fn(event => event.preventDefault());
  renderPiece(
    <form onSubmit={onSubmit}>
      <input aria-label="Nombre" />
      <BusyButton type="submit" isBusy={isBusy} busyLabel="Enviando…">
        Enviar
      </BusyButton>
    </form>,
  );
  await userEvent.type(screen.getByRole('textbox'), 'Ana{Enter}');
  expect(onSubmit).toHaveBeenCalledTimes(times);
});
