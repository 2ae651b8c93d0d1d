import { afterEach, expect, test } from 'vitest';
import { anEntry } from '../../../test/entry.ts';
import { currentToasts, dismissToast } from '../../lib/toasts.ts';
import { createArrivalToast } from './arrival-toast.ts';

afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id);
});

const shown = () => currentToasts().map(({ kind, text }) => `${kind}: ${text}`);
const ana = anEntry({ title: 'Nueva asistencia', message: 'Ana va.' });
const luz = anEntry({ title: 'Nueva asistencia', message: 'Luz va.' });

test('each arrival shows a toast', () => {
  const announce = createArrivalToast();
  announce(ana, 0);
  announce(luz, 1_000);
  expect(shown()).toEqual(['notice: Nueva asistencia: Ana va.', 'notice: Nueva asistencia: Luz va.']);
});

test('simultaneous arrivals share one toast', () => {
  const announce = createArrivalToast();
  for (const at of [0, 10, 20]) announce(ana, at);
  expect(shown()).toEqual(['notice: Tienes 3 avisos nuevos']);
});
