import { expect, test } from 'vitest';
import { exportFileName } from './export-file-name.ts';

test.each<[title: string, name: string]>([
  ['Siembra de árboles', 'asistentes-Siembra de árboles.csv'],
  ['../../etc/passwd', 'asistentes-.. .. etc passwd.csv'],
  ['C:\\Minga "uno"?', 'asistentes-C Minga uno.csv'],
  ['a\u0000b\nc', 'asistentes-a b c.csv'],
  ['\u202egnp.exe', 'asistentes-gnp.exe.csv'],
  ['Fin...', 'asistentes-Fin.csv'],
  ['???', 'asistentes-actividad.csv'],
  ['\ud83c', 'asistentes-actividad.csv'],
])('%j is %s', (title, name) => {
  expect(exportFileName(title)).toBe(name);
});

test.each(['a'.repeat(90), 'ñ'.repeat(90), '🌽'.repeat(90)])('%s is valid on every file system', title => {
  const name = exportFileName(title);
  expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(200);
  // No character is cut in half.
  expect(name.isWellFormed()).toBe(true);
});
