import { expect, test } from 'vitest';
import { passwordStrength } from './strength-meter.tsx';

const maria = ['María Chocué', 'maria.chocue@example.org'];

test.each([
  ['123456', 0, 'Es de las contraseñas más usadas.'],
  ['aaaaaa', 0, 'Caracteres repetidos como "aaa" son fáciles de adivinar.'],
  ['19851204', 1, 'Las fechas son fáciles de adivinar.'],
  ['camila', 1, 'Es una contraseña usada comúnmente.'],
  ['murciélago', 1, 'Añade más palabras que sean menos comunes.'],
  ['maíz-y-café', 4, null],
  ['perro verde salta alto', 4, null],
])('%s: %i', (password, score, hint) => {
  expect(passwordStrength(password, [])).toEqual({ score, hint });
});

test.each(['MariaChocue', 'maría chocué', 'chocue2026', 'minga2026'])(
  '%s contains personal data',
  password => {
    const { score, hint } = passwordStrength(password, maria);
    expect(score).toBeLessThanOrEqual(1);
    expect(hint).toMatch(/datos personales/);
  },
);

test('the user’s own name is weaker than another name', () => {
  const strange = passwordStrength('chocue.sotara', []).score;
  expect(passwordStrength('chocue.sotara', ['Chocué', 'Sotará']).score).toBeLessThan(strange);
});

test('only the beginning of a long password is rated', () => {
  const long = `${'aB3$'.repeat(16)}a different end, which nobody would guess`;
  expect(passwordStrength(long, maria)).toEqual(passwordStrength(long.slice(0, 64), maria));
});
