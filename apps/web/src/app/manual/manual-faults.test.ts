import { describe, expect, it } from 'vitest';
import { manualFaults } from './manual-faults.ts';
import { outlineOf } from './manual-outline.ts';
import { readPage } from './read-page.ts';

const INDEX = `# Ayuda\n\nTodo está aquí.\n\n## Participar\n\nPara ir.\n\n- [Asistir](asistir.md): decir que vas.\n`;
const PAGE = '# Asistir\n\nDi que vas.\n\n## Decir que sí\n\nToca.\n';

const LISTA = new Map([['lista', '/lista.webp']]);
/** The only picture, if the page shows it. */
const shownIn = (more: string) => (more.includes('imagenes/lista') ? LISTA : new Map());

/** The faults of a manual of two pages, the second of which ends with `more`. */
function faultsOf(more: string, index = INDEX, pictures: ReadonlyMap<string, string> = new Map()) {
  const pages = [readPage('README', index), readPage('asistir', `${PAGE}\n${more}\n`)];
  return manualFaults(pages, pages[0] ? outlineOf(pages[0]) : [], pictures);
}

describe('the faults of the manual', () => {
  it.each([
    '[así](asistir.md#decir-que-sí)',
    '[aquí](#decir-que-s%C3%AD)',
    '[inicio](README.md#participar)',
    '[fuera](https://example.org/a)',
    '![La lista](imagenes/lista.webp)',
  ])('%s is not a fault', more => expect(faultsOf(more, INDEX, shownIn(more))).toEqual([]));

  it.each([
    ['[así](asistir.md#decir-que-no)', 'asistir.md: link asistir.md#decir-que-no'],
    ['[así](faltar.md)', 'asistir.md: link faltar.md'],
    ['[así](#nada)', 'asistir.md: link #nada'],
    ['[así](/register)', 'asistir.md: link /register'],
    ['![La lista](imagenes/otra.webp)', 'asistir.md: picture imagenes/otra.webp'],
    ['![](imagenes/lista.webp)', 'asistir.md: picture imagenes/lista.webp'],
    ['![La lista](../lista.png)', 'asistir.md: picture ../lista.png'],
  ])('%s is a fault', (more, fault) => expect(faultsOf(more, INDEX, shownIn(more))).toEqual([fault]));

  it('finds a picture that no page shows', () => {
    expect(faultsOf('', INDEX, LISTA)).toEqual(['lista.webp is unused']);
  });

  it('finds a page that the first page does not link to, and one that it links to twice', () => {
    const without = INDEX.replace('asistir.md', 'README.md');
    expect(faultsOf('', without)).toEqual(['README.md does not list asistir.md once']);
    const twice = `${INDEX}- [Asistir](asistir.md): otra vez.\n`;
    expect(faultsOf('', twice)).toEqual(['README.md does not list asistir.md once']);
  });

  it.each([
    ['HTML', '<b>no</b>', /holds HTML/],
    ['HTML in a line', 'Con <br> adentro', /holds HTML/],
  ])('%s is rejected', (_kind, more, complaint) => {
    expect(() => faultsOf(more)).toThrow(complaint);
  });

  it('a page without title and lead is rejected', () => {
    expect(() => readPage('asistir', 'Di que vas.')).toThrow(/title and a paragraph/);
    expect(() => readPage('asistir', '# Asistir\n\nToca **Asistir**.')).toThrow(/is plain/);
  });
});
