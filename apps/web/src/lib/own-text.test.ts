import { expect, test } from 'vitest';
import { ApiError, noConnection } from './api.ts';
import { ownText } from './own-text.ts';

test.each([
  ['a refusal', new ApiError(403, 'FORBIDDEN', ['No tienes permiso'])],
  ['a fault of our own', new TypeError('x')],
])('the screen’s own sentence stands after %s', (_, error) => {
  expect(ownText(error, 'Error al eliminar')).toBe('Error al eliminar');
});

test('it tells when it was the network', () => {
  expect(ownText(noConnection(), 'Error al eliminar')).toMatch(/^Error al eliminar\. No hay conexión/);
});
