import { expect, test } from 'vitest';
import { ApiError, noConnection } from '../server/api.ts';
import { errorSentences, errorText, ownErrorText } from './error-sentences.ts';

test.each([
  ['the server’s own sentences', new ApiError(400, 'VALIDATION', ['Una', 'Otra']), ['Una', 'Otra']],
  ['an unreadable response', new ApiError(502, 'UNREADABLE', ['…']), ['Error al iniciar sesión']],
  [
    'no connection',
    new ApiError(0, 'NO_CONNECTION', ['Sin conexión']),
    ['Error al iniciar sesión', 'Sin conexión'],
  ],
  ['a programming error', new TypeError('x'), ['Error al iniciar sesión']],
])('%s', (_, error, sentences) => {
  expect(errorSentences(error, 'Error al iniciar sesión')).toEqual(sentences);
});

test.each([
  ['one sentence', ['Una'], 'Una'],
  ['several', ['Falta el nombre', '¿Y el correo?', 'Otra'], 'Falta el nombre. ¿Y el correo? Otra'],
])('joins the sentences in one line: %s', (_, sentences, text) => {
  expect(errorText(new ApiError(400, 'VALIDATION', sentences), 'Error')).toBe(text);
});

test('joins the fallback and the network error in one line', () => {
  const error = new ApiError(0, 'NO_CONNECTION', ['No hay conexión con el servidor. Intenta de nuevo.']);
  expect(errorText(error, 'Error al cancelar asistencia')).toBe(
    'Error al cancelar asistencia. No hay conexión con el servidor. Intenta de nuevo.',
  );
});

test.each([
  ['an error response', new ApiError(403, 'FORBIDDEN', ['No tienes permiso'])],
  ['a programming error', new TypeError('x')],
])('returns the screen’s own text for %s', (_, error) => {
  expect(ownErrorText(error, 'Error al eliminar')).toBe('Error al eliminar');
});

test('adds the reason of a network error', () => {
  expect(ownErrorText(noConnection(), 'Error al eliminar')).toMatch(/^Error al eliminar\. No hay conexión/);
});
