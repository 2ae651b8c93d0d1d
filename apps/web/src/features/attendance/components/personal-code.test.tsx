import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPiece } from '../../../../test/render.tsx';
import { PersonalCode } from './personal-code.tsx';

const task = { date: '2026-12-05T14:00:00.000Z' };
const attendance = { code: 'kX3v9aQ2-_mN5pR7tY1uIg', name: 'Luz', task, checkedInAt: null };
const image = () => screen.queryByRole('img', { name: 'Código de llegada de Luz en QR' });

afterEach(() => vi.unstubAllGlobals());

test('long before the day the code is folded', async () => {
  renderPiece(<PersonalCode attendance={attendance} standing="folded" />);
  expect(image()).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Mostrar mi código' }));
  expect(image()).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Tu código de llegada' }));
});

test('near the day it is shown, with its date', () => {
  renderPiece(<PersonalCode attendance={attendance} standing="shown" />);
  expect(screen.getByText('sábado, 5 de diciembre de 2026, 9:00 a. m.')).toBeTruthy();
  expect(image()).toBeTruthy();
});

test('after the check-in the page says so instead', () => {
  renderPiece(
    <PersonalCode attendance={{ ...attendance, checkedInAt: '2026-01-05T14:05:00.000Z' }} standing="shown" />,
  );
  expect(screen.getByText(/^Registraron tu llegada el lunes, 5 de enero/)).toBeTruthy();
  expect(image()).toBeNull();
});

test('the screen stays on while the code is shown, again after the page was hidden, and not longer', async () => {
  const release = vi.fn(async () => {});
  const request = vi.fn(async () => ({ release }));
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { wakeLock: { request } }));
  const { unmount } = renderPiece(<PersonalCode attendance={attendance} standing="shown" />);
  await expect.poll(() => request.mock.calls.length).toBe(1);
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => request.mock.calls.length).toBe(2);
  unmount();
  await expect.poll(() => release.mock.calls.length).toBeGreaterThan(0);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(request).toHaveBeenCalledTimes(2);
});
