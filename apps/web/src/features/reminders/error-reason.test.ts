import { expect, test } from 'vitest';
import { ApiError } from '../../lib/api.ts';
import { errorReason, savingErrorText } from './error-reason.ts';

const answered = (status: number, code: ApiError['code'] = 'VALIDATION') =>
  new ApiError(status, code, ['Lo que dijo', 'el servidor.']);

test.each([
  [
    'a server error',
    answered(500, 'UNREADABLE'),
    'Error al guardar configuración: Error interno del servidor. Revisa los datos enviados.',
  ],
  ['an invalid request', answered(400), 'Error al guardar configuración: Lo que dijo el servidor.'],
  [
    'an invalid request without a message',
    answered(400, 'UNREADABLE'),
    'Error al guardar configuración: Datos inválidos',
  ],
  [
    'no session',
    answered(401, 'UNAUTHENTICATED'),
    'Error al guardar configuración: No autorizado. Inicia sesión nuevamente.',
  ],
  ['another reminder', answered(409, 'CONFLICT'), 'Error al guardar configuración: Lo que dijo el servidor.'],
  ['no message', answered(503, 'UNREADABLE'), 'Error al guardar configuración'],
])('saving: %s', (_, error, text) => {
  expect(savingErrorText(error)).toBe(text);
});

test('uses the fallback without a response from the server', () => {
  expect(errorReason(new Error('x'), 'Error desconocido al cargar actividades')).toBe(
    'Error desconocido al cargar actividades',
  );
});
