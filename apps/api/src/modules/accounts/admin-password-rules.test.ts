import { expect, test } from 'vitest';
import { adminPasswordProblem, COMMON_PASSWORD, OBVIOUS_PASSWORD } from './admin-password-rules.ts';

const TOO_SHORT = 'La contraseña debe tener al menos 10 caracteres';

test.each([
  ['', TOO_SHORT],
  ['maíz-café', TOO_SHORT],
  ['a'.repeat(201), 'La contraseña debe tener como máximo 200 caracteres'],
  // As it is, in capitals, and in full-width letters.
  ['1234567890', COMMON_PASSWORD],
  ['qwertyuiop', COMMON_PASSWORD],
  ['QwertyUiop', COMMON_PASSWORD],
  ['ｑｗｅｒｔｙｕｉｏｐ', COMMON_PASSWORD],
  // With figures and signs around it.
  ['password2026', COMMON_PASSWORD],
  ['Colombia2026!', COMMON_PASSWORD],
  ['!!football!!', COMMON_PASSWORD],
  ['dragon-83749271-tren', null],
  // The product and the own e-mail.
  ['nuestra-Minga-grande', OBVIOUS_PASSWORD],
  ['la-de-ROSA.IPIA', OBVIOUS_PASSWORD],
  ['maíz-y-café', null],
  ['una clave larga', null],
  ['83749-10274-66', null],
])('%s: %s', async (password, problem) => {
  expect(await adminPasswordProblem(password, 'rosa.ipia@example.org')).toBe(problem);
});

test('a short local part, which many good passwords contain, is accepted', async () => {
  expect(await adminPasswordProblem('maíz-y-café', 'cafe@example.org')).toBeNull();
  expect(await adminPasswordProblem('ana-y-el-maizal', 'ana@example.org')).toBeNull();
});
