import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderPiece } from '../../test/render.tsx';
import { toastError, toastSuccess } from '../lib/toasts.ts';
import { Toaster } from './toaster.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  renderPiece(<Toaster />);
});
afterEach(() => {
  act(() => void vi.advanceTimersByTime(10_000));
  vi.useRealTimers();
});

const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

test('an error is an alert for four seconds', () => {
  act(() => toastError('Error al cambiar promoción'));
  expect(screen.getByRole('alert').textContent).toBe('Error al cambiar promoción');
  wait(3999);
  expect(screen.queryByText('Error al cambiar promoción')).not.toBeNull();
  wait(1);
  expect(screen.getByRole('alert').textContent).toBe('');
});

test('a success is a status for two seconds', () => {
  act(() => toastSuccess('Asistencia confirmada correctamente!'));
  expect(screen.getByRole('status').textContent).toBe('Asistencia confirmada correctamente!');
  wait(2000);
  expect(screen.getByRole('status').textContent).toBe('');
});

test('the timer pauses while the toast has the focus', () => {
  act(() => toastSuccess('Espera'));
  fireEvent.focusIn(screen.getByRole('button', { name: 'Cerrar aviso' }));
  wait(10_000);
  expect(screen.queryByText('Espera')).not.toBeNull();
  fireEvent.focusOut(screen.getByRole('button', { name: 'Cerrar aviso' }));
  wait(2000);
  expect(screen.queryByText('Espera')).toBeNull();
});

test('a pointer that moves onto the toast pauses the timer, one that rests where the toast appears does not', () => {
  act(() => toastSuccess('Quieto'));
  fireEvent.pointerEnter(screen.getByText('Quieto'));
  wait(2000);
  expect(screen.queryByText('Quieto')).toBeNull();

  act(() => toastSuccess('Espera'));
  fireEvent.pointerMove(screen.getByText('Espera'));
  wait(10_000);
  fireEvent.pointerOut(screen.getByText('Espera'));
  wait(2000);
  expect(screen.queryByText('Espera')).toBeNull();
});

test('what can be undone is offered for ten seconds, and the press returns the focus', () => {
  const undo = vi.fn();
  const other = document.body.appendChild(document.createElement('button'));
  act(() => toastSuccess('Actividad aprobada', undo));
  wait(9_999);
  const button = screen.getByRole('button', { name: 'Deshacer' });
  other.focus();
  act(() => button.focus());
  wait(20_000);
  fireEvent.click(button);
  expect(undo).toHaveBeenCalledTimes(1);
  expect(screen.queryByText('Actividad aprobada')).toBeNull();
  expect(document.activeElement).toBe(other);
  other.remove();
  act(() => toastSuccess('Actividad aprobada', undo));
  wait(10_000);
  expect(screen.queryByText('Actividad aprobada')).toBeNull();
});

test('of several things that can be undone the last one is offered', () => {
  act(() => toastSuccess('Ocultada: Rifa', vi.fn()));
  act(() => toastSuccess('Asistencia confirmada'));
  act(() => toastSuccess('Actividad aprobada', vi.fn()));
  expect(screen.getAllByRole('button', { name: 'Deshacer' })).toHaveLength(1);
  expect(screen.queryByText('Ocultada: Rifa')).toBeNull();
  expect(screen.queryByText('Asistencia confirmada')).not.toBeNull();
  expect(screen.queryByText('Actividad aprobada')).not.toBeNull();
});

test('it can be closed at once', () => {
  act(() => toastError('Cierra'));
  fireEvent.click(screen.getByRole('button', { name: 'Cerrar aviso' }));
  expect(screen.queryByText('Cierra')).toBeNull();
});
