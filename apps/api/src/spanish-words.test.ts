import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Texts that the specifications prescribe, and words in another meaning. */
const ALLOWED = [
  /Notificaciones Activas|Configurar Notificaciones|Sin notificaciones|No hay notificaciones|Nueva notificación/g,
  /Notificación (?:eliminada|actualizada) correctamente|Error (?:al eliminar|al actualizar|procesando) notificación/g,
  /Error al cargar notificaciones|El contexto de notificaciones no está disponible|Ya existe una notificación configurada/g,
  /quieres eliminar esta notificación|la notificación no se enviará|Notificaciones en tiempo real|Alertas y recordatorios/g,
  // These are the names of the notification list and of a dialog with a specified text.
  /`Notificaciones: |'Notificaciones'|="Notificaciones"|>\s*Notificaciones\s*<|"Eliminar notificación"/g,
  /Donde lo configuras se llama notificación/g,
  // These are titles of columns in lists of other programs.
  /'[a-z\d ]*\b(?:asistente|invitad|miembro)[a-z\d ]*'|\|apellido\|name[^/]*/g,
  // These are a server's certificate, and old devices that are recycled.
  /El certificado del servidor|Reciclatón de aparatos/g,
];

/** Comments, imports, addresses and names of files are not texts. */
const NOT_TEXT = [
  /\/\*.*?\*\//gs,
  /(?<=^|\s)\/\/.*$/gm,
  /\bfrom '[^']*'/g,
  /\]\([^)]*\)/g,
  /[\w$}.-]*[/#_][\w/#$.-]*/g,
  /(['"`])[a-z-]+\1/g,
];

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Returns a pattern for a word in singular or plural or, if it ends with `…`, for any word with this prefix. */
const patternOf = (word: string): string =>
  word.endsWith('…') ? `${escaped(word.slice(0, -1))}\\p{L}*` : `${escaped(word)}(?:s|es)?`;

/** Returns the words in backticks in the last column. */
const unusedWords = (table: string): string[] =>
  table
    .split('\n')
    .filter(line => line.startsWith('|'))
    .flatMap(line => [...(line.split('|').at(-2) ?? '').matchAll(/`([^`]+)`/g)].map(([, word = '']) => word));

function unusedWordsIn(text: string, words: readonly string[]): string[] {
  const shown = [...NOT_TEXT, ...ALLOWED].reduce((rest, pattern) => rest.replaceAll(pattern, ' '), text);
  const unused = new RegExp(`(?<![\\p{L}\\d-])(?:${words.map(patternOf).join('|')})(?![\\p{L}\\d-])`, 'giu');
  return [...new Set(shown.match(unused))];
}

const WORDS = unusedWords(read('docs/words.md'));

const SOURCES = ['apps/web/src/**/*.{ts,tsx}', 'apps/api/src/**/*.{ts,tsx}', 'packages/contract/src/**/*.ts'];
const PAGES = ['docs/manual/*.md', 'apps/web/index.html', 'apps/web/public/*.webmanifest'];
const files = globSync([...SOURCES, ...PAGES], {
  cwd: ROOT,
  exclude: ['**/*.test.*', '**/routeTree.gen.ts', '**/gallery/**'],
});

// docs/rules.md R1.10
describe('the words that are not used', () => {
  it.each([
    ['La lista de asistentes', 'asistentes'],
    ["toast('No pudimos inscribirte')", 'inscribirte'],
    ["title: 'Tus Notificaciones de hoy'", 'Notificaciones'],
    ['En el manual, **Apuntarse** lleva a [otra](asistentes.md#a) página', 'Apuntarse'],
  ])('are found in: %s', (text, word) => {
    expect(unusedWordsIn(text, WORDS)).toEqual([word]);
  });

  it.each([
    ["import { x } from './asistentes.ts'; // asistentes", "path: '/tasks/notificaciones'"],
    ["useLive('asistentes_actualizados')", '`asistentes-Siembra.csv`'],
    ['<HelpLink page="asistentes" />', "'Ya existe una notificación configurada para esta actividad.'"],
  ])('are not found in: %s %s', (...texts) => {
    expect(unusedWordsIn(texts.join('\n'), WORDS)).toEqual([]);
  });

  it('do not occur in what people read', () => {
    expect(files.length).toBeGreaterThan(900);
    const found = files.flatMap(file => unusedWordsIn(read(file), WORDS).map(word => `${file}: ${word}`));
    expect(found).toEqual([]);
  });
});
