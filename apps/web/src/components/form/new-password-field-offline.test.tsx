import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { fill } from '../../../test/fill.ts';
import { renderPiece } from '../../../test/render.tsx';
import { NewPasswordField } from './new-password-field.tsx';

const onRequest = vi.fn();

// As when offline: the meter's code cannot be loaded.
vi.mock('@zxcvbn-ts/core', () => {
  onRequest();
  throw new TypeError('Failed to fetch dynamically imported module');
});

test('without the meter’s code it is an ordinary password field', async () => {
  renderPiece(<NewPasswordField label="Contraseña" />);
  const field = screen.getByLabelText<HTMLInputElement>('Contraseña');
  await fill(field, 'secreta');
  await expect.poll(() => onRequest.mock.calls.length).toBe(1);
  await userEvent.type(field, 's');
  expect(field.value).toBe('secretas');
  expect(screen.queryByRole('status')).toBeNull();
});
