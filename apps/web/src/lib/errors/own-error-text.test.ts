import { expect, test } from 'vitest';
import { ApiError, noConnection } from '../server/api.ts';
import { ownErrorText } from './own-error-text.ts';

test.each([
  ['an error response', new ApiError(403, 'FORBIDDEN', ['No tienes permiso'])],
  ['a programming error', new TypeError('x')],
])('returns the screen’s own text for %s', (_, error) => {
  expect(ownErrorText(error, 'Error al eliminar')).toBe('Error al eliminar');
});

test('adds the reason of a network error', () => {
  expect(ownErrorText(noConnection(), 'Error al eliminar')).toMatch(/^Error al eliminar\. No hay conexión/);
});
