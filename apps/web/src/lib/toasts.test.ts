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

test('toasts keep their order and kind and are dismissed one by one', () => {
  toastSuccess('uno');
  toastError('dos');
  expect(currentToasts().map(({ kind, text }) => [kind, text])).toEqual([
    ['success', 'uno'],
    ['error', 'dos'],
  ]);
  dismissToast(currentToasts()[0]?.id ?? 0);
  expect(currentToasts().map(toast => toast.text)).toEqual(['dos']);
});

test('at most twenty: the oldest are dropped', () => {
  for (let index = 0; index < TOASTS_MAX + 5; index += 1) toastError(`aviso ${index}`);
  expect(currentToasts()).toHaveLength(20);
  expect(currentToasts()[0]?.text).toBe('aviso 5');
});

test('a listener is called on each change until it unsubscribes', () => {
  let calls = 0;
  const unsubscribe = onToastsChange(() => {
    calls += 1;
  });
  toastError('uno');
  unsubscribe();
  toastError('dos');
  expect(calls).toBe(1);
});
