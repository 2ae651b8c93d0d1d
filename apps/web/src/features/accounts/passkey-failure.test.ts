import { expect, test } from 'vitest';
import { failureText, passkeyFailure } from './passkey-failure.ts';

const named = (name: string) => Object.assign(new Error('in English'), { name });

test.each([
  ['use', 'NotAllowedError', /se cerró la ventana, pasó el tiempo o aquí no hay una.*otra opción/],
  ['use', 'SecurityError', /Elige otra opción/],
  ['use', 'NotSupportedError', /Elige otra opción/],
  ['use', 'UnknownError', /no pudo usar la llave.*otra opción/],
  ['create', 'NotAllowedError', /No se creó la llave.*Vuelve a intentarlo/],
  ['create', 'InvalidStateError', /ya tiene una llave de acceso de tu cuenta/],
  ['create', 'ConstraintError', /Actívalo en sus ajustes/],
  ['create', 'NotSupportedError', /Prueba con otro/],
  ['create', 'SecurityError', /En esta dirección de internet/],
  ['create', 'UnknownError', /no pudo crear la llave/],
] as const)('%s: %s is explained with the way out', (act, name, sentence) => {
  expect(passkeyFailure(named(name), act).message).toMatch(sentence);
});

test('an aborted request was replaced by a later one', () => {
  expect(passkeyFailure(named('AbortError'), 'use').isReplaced).toBe(true);
  expect(passkeyFailure(named('NotAllowedError'), 'use').isReplaced).toBe(false);
});

test('errors of calls get the fallback', () => {
  expect(failureText(passkeyFailure(named('InvalidStateError'), 'create'), 'Error')).toMatch(/ya tiene/);
  expect(failureText(new Error('x'), 'Error al entrar')).toBe('Error al entrar');
});
