import { expect, test } from 'vitest';
import { greeting } from './greeting.ts';

test.each([
  ['female', '¡Bienvenida, Alexis!'],
  ['mujer', '¡Bienvenida, Alexis!'],
  [' F ', '¡Bienvenida, Alexis!'],
  ['male', '¡Bienvenido, Alexis!'],
  ['Hombre', '¡Bienvenido, Alexis!'],
  ['m', '¡Bienvenido, Alexis!'],
  ['neutral', '¡Te damos la bienvenida, Alexis!'],
  ['otro', '¡Te damos la bienvenida, Alexis!'],
  ['', '¡Te damos la bienvenida, Alexis!'],
  [null, '¡Te damos la bienvenida, Alexis!'],
])('gender %s', (gender, welcome) => {
  expect(greeting({ gender, username: 'Alexis' })).toBe(welcome);
});

test.each([
  ['neutral', 'María', '¡Te damos la bienvenida, María!'],
  ['male', 'María', '¡Bienvenido, María!'],
  [null, 'María', '¡Bienvenida, María!'],
])('gender %s takes precedence over the name %s', (gender, username, welcome) => {
  expect(greeting({ gender, username })).toBe(welcome);
});

test.each([
  ['María José', '¡Bienvenida, María José!'],
  ['José María', '¡Bienvenido, José María!'],
  ['SOFÍA CHOCUÉ', '¡Bienvenida, SOFÍA CHOCUÉ!'],
  ['begoña', '¡Bienvenida, begoña!'],
  ['ana-lucía', '¡Bienvenida, ana-lucía!'],
  ['efrain.tombe', '¡Bienvenido, efrain.tombe!'],
  ['Jesús 85', '¡Bienvenido, Jesús 85!'],
  ['Guadalupe', '¡Te damos la bienvenida, Guadalupe!'],
  ['Trinidad Ana', '¡Te damos la bienvenida, Trinidad Ana!'],
  ['Marianita', '¡Te damos la bienvenida, Marianita!'],
  ['313', '¡Te damos la bienvenida, 313!'],
])('without a gender the first word of the name decides: %s', (username, welcome) => {
  expect(greeting({ username })).toBe(welcome);
});

test('uses the display name among several names', () => {
  expect(greeting({ displayName: 'Pacho', username: 'María' })).toBe('¡Te damos la bienvenida, Pacho!');
  expect(greeting({ email: 'camila@example.org' })).toBe('¡Bienvenida, Camila!');
  expect(greeting({})).toBe('¡Te damos la bienvenida, Usuario!');
});
