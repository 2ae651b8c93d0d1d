import { expect, test } from 'vitest';
import { ApiError, noConnection } from '../server/api.ts';
import { isDefinitiveResponse } from './is-definitive-response.ts';

test.each([
  ['no response', noConnection(), false],
  ['a truncated success response', new ApiError(201, 'UNREADABLE', ['…']), false],
  ["a proxy's 502", new ApiError(502, 'UNREADABLE', ['…']), false],
  ["a proxy's 502 with a message but no code", new ApiError(502, 'UNSPECIFIED', ['…']), false],
  ['a 400 with a message but no code', new ApiError(400, 'UNSPECIFIED', ['…']), true],
  ["a proxy's 504", new ApiError(504, 'UNREADABLE', ['…']), false],
  ["a proxy's refusal", new ApiError(413, 'UNREADABLE', ['…']), true],
  ["our server's own 503", new ApiError(503, 'UNAVAILABLE', ['…']), true],
  ["our server's fault, which undoes what was begun", new ApiError(500, 'INTERNAL', ['…']), true],
  ['an error response', new ApiError(409, 'CONFLICT', ['…']), true],
  ['a programming error', new TypeError('x'), true],
])('%s: %s', (_, error, isDefinitive) => {
  expect(isDefinitiveResponse(error)).toBe(isDefinitive);
});
