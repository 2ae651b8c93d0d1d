import { expect, test } from 'vitest';
import { ApiError } from './api.ts';
import { errorSentences } from './error-sentences.ts';

test.each([
  ['the server’s own sentences', new ApiError(400, 'VALIDATION', ['Una', 'Otra']), ['Una', 'Otra']],
  ['an unreadable reply', new ApiError(502, 'UNREADABLE', ['…']), ['Error al iniciar sesión']],
  [
    'no connection',
    new ApiError(0, 'NO_CONNECTION', ['Sin conexión']),
    ['Error al iniciar sesión', 'Sin conexión'],
  ],
  ['a fault of our own', new TypeError('x'), ['Error al iniciar sesión']],
])('%s', (_, error, sentences) => {
  expect(errorSentences(error, 'Error al iniciar sesión')).toEqual(sentences);
});
