import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderPiece } from '../../../test/render.tsx';
import { ApiError } from '../../lib/server/api.ts';
import {
  DashboardErrorsProvider,
  DialogErrorBanner,
  ErrorBanner,
  useDashboardErrors,
  useReportedError,
} from './errors.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const FALLBACK = 'Error al actualizar administrador';
const conflict = (...messages: string[]) => new ApiError(409, 'CONFLICT', messages);

interface Failure {
  error: Error;
  clearsItself?: boolean;
}

const fault = conflict('Muy despacio');

/** Buttons for each kind of error, for the dismissal before a retry, for a query's error and for a dialog. */
function Board({ failures }: { failures: Failure[] }) {
  const { report, dismiss } = useDashboardErrors();
  const [hasFault, setFault] = useState(false);
  const [hasDialog, setDialog] = useState(false);
  useReportedError(hasFault ? fault : null, 'Error al obtener administradores');
  return (
    <>
      {failures.map(({ error, clearsItself = false }) => (
        <button key={error.message} type="button" onClick={() => report(error, FALLBACK, { clearsItself })}>
          Fallar
        </button>
      ))}
      <button type="button" onClick={() => dismiss(FALLBACK)}>
        Otra vez
      </button>
      <button type="button" onClick={() => setFault(!hasFault)}>
        Lista
      </button>
      <button type="button" onClick={() => setDialog(!hasDialog)}>
        Diálogo
      </button>
      {hasDialog && (
        <div role="dialog">
          <DialogErrorBanner />
        </div>
      )}
    </>
  );
}

const show = (...failures: Failure[]) =>
  renderPiece(
    <DashboardErrorsProvider>
      <ErrorBanner />
      <Board failures={failures} />
    </DashboardErrorsProvider>,
  );
const press = (name: string) => act(() => screen.getByRole('button', { name }).click());
const fail = (place = 0) => act(() => screen.getAllByRole('button', { name: 'Fallar' })[place]?.click());
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const said = () => screen.queryAllByRole('listitem').map(item => item.textContent);

test('the live region is rendered before the first error', () => {
  show();
  expect(screen.getByRole('alert').textContent).toBe('');
});

test('each sentence of the server is one error, without duplicates', () => {
  show({ error: conflict('El nombre falta', 'El correo falta') }, { error: conflict('El correo falta') });
  fail(0);
  fail(1);
  expect(screen.getByText('Se encontraron 2 error(es)')).toBeTruthy();
  expect(said()).toEqual(['El nombre falta', 'El correo falta']);
});

test('shows the fallback without a server message; a network error adds its reason in one line', () => {
  const away = new ApiError(0, 'NO_CONNECTION', ['No hay conexión']);
  show({ error: new Error('boom') }, { error: away });
  fail(0);
  expect(said()).toEqual([FALLBACK]);
  fail(1);
  expect(said()).toEqual([FALLBACK, `${FALLBACK}: no hay conexión`]);
});

test('an error stays until the banner is closed', () => {
  show({ error: conflict('No se pudo') });
  fail();
  wait(60_000);
  expect(said()).toEqual(['No se pudo']);
  press('Cerrar los errores');
  expect(screen.getByRole('alert').textContent).toBe('');
});

test('a self-clearing error disappears after three seconds, the others stay', () => {
  show({ error: conflict('Se va'), clearsItself: true }, { error: conflict('Se queda') });
  fail(0);
  fail(1);
  wait(2_999);
  expect(said()).toEqual(['Se va', 'Se queda']);
  wait(1);
  expect(screen.getByText('Se encontraron 1 error(es)')).toBeTruthy();
  expect(said()).toEqual(['Se queda']);
});

test('a 401 is not reported', () => {
  show({ error: new ApiError(401, 'UNAUTHENTICATED', ['Inicia sesión']) });
  fail();
  expect(screen.getByRole('alert').textContent).toBe('');
});

test('a retry dismisses the error of the previous attempt', () => {
  show({ error: conflict('No se pudo') });
  fail();
  press('Otra vez');
  expect(said()).toEqual([]);
});

test("a query's error disappears when the query succeeds", () => {
  show();
  press('Lista');
  expect(said()).toEqual(['Muy despacio']);
  press('Lista');
  expect(said()).toEqual([]);
});

test.each([
  ['closed', () => press('Cerrar los errores')],
  ['expired', () => wait(3_000)],
])('when the banner is %s, the focus returns to the previous element', (_, end) => {
  show({ error: conflict('Se va'), clearsItself: true });
  const opener = screen.getByRole('button', { name: 'Fallar' });
  fail();
  act(() => opener.focus());
  act(() => screen.getByRole('button', { name: 'Cerrar los errores' }).focus());
  end();
  expect(document.activeElement).toBe(opener);
});

test('an open dialog shows the errors instead of the page', () => {
  show({ error: conflict('No se pudo') });
  press('Diálogo');
  fail();
  expect(screen.getByText('No se pudo').closest('[role="dialog"]')).toBeTruthy();
  press('Diálogo');
  expect(said()).toEqual(['No se pudo']);
  expect(screen.getAllByRole('alert')).toHaveLength(1);
});
