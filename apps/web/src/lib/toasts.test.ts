import { afterEach, expect, test } from 'vitest';
import {
  currentToasts,
  dismissToast,
  onToastsChange,
  TOASTS_MAX,
  toastError,
  toastSuccess,
} from './toasts.ts';

afterEach(() => {
  for (const toast of currentToasts()) dismissToast(toast.id);
});

test('toasts keep their order and kind, and go one by one', () => {
  toastSuccess('uno');
  toastError('dos');
  expect(currentToasts().map(({ kind, text }) => [kind, text])).toEqual([
    ['success', 'uno'],
    ['error', 'dos'],
  ]);
  dismissToast(currentToasts()[0]?.id ?? 0);
  expect(currentToasts().map(toast => toast.text)).toEqual(['dos']);
});

test('never more than twenty: the oldest make room', () => {
  for (let index = 0; index < TOASTS_MAX + 5; index += 1) toastError(`aviso ${index}`);
  expect(currentToasts()).toHaveLength(20);
  expect(currentToasts()[0]?.text).toBe('aviso 5');
});

test('who listens hears of each change until they leave', () => {
  let heard = 0;
  const leave = onToastsChange(() => {
    heard += 1;
  });
  toastError('uno');
  leave();
  toastError('dos');
  expect(heard).toBe(1);
});
