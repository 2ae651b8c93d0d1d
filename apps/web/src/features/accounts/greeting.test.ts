import { describe, expect, test } from 'vitest';
import { feminineNames, greeting, masculineNames } from './greeting.ts';

describe('greeting', () => {
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
});

describe('first-names', () => {
  test('lists at least four hundred names, many of each gender', () => {
    expect(new Set([...feminineNames, ...masculineNames]).size).toBeGreaterThanOrEqual(400);
    expect(Math.min(feminineNames.size, masculineNames.size)).toBeGreaterThanOrEqual(200);
  });

  test('no name is in both lists', () => {
    expect([...feminineNames].filter(name => masculineNames.has(name))).toEqual([]);
  });

  test.each(['guadalupe', 'trinidad', 'ariel', 'alexis', 'cruz', 'yuri', 'denis', 'alex'])(
    '%s, a unisex name, is in neither list',
    name => {
      expect(feminineNames.has(name) || masculineNames.has(name)).toBe(false);
    },
  );

  test('names are in lower case and without accents', () => {
    expect([...feminineNames, ...masculineNames].filter(name => !/^[a-z]+$/.test(name))).toEqual([]);
  });
});
