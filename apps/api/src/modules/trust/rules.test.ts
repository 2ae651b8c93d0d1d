import { describe, expect, it } from 'vitest';
import { compileLists, type TrustLists, wordsOf } from './rules.ts';

const lists = (changes: Partial<TrustLists>): TrustLists => ({
  heldWords: [],
  heldDomains: [],
  refusedMailDomains: [],
  ...changes,
});

describe('held words', () => {
  it.each<[entry: string, text: string, isFound: boolean]>([
    ['casino', 'Torneo de casino', true],
    ['casino', 'CASINO', true],
    ['casino', '¡Casino!', true],
    ['casino', 'casinos', false],
    ['casino', 'Encasinado', false],
    ['préstamo', 'Prestamo fácil', true],
    ['prestamo', 'PRÉSTAMO', true],
    // Decomposed accents, full-width letters and invisible characters.
    ['préstamo', 'pre\u0301stamo', true],
    ['casino', 'ｃａｓｉｎｏ', true],
    ['casino', 'ca\u200bsi\u00adno', true],
    // 'ñ' is a letter.
    ['ano', 'Feliz año', false],
    ['año', 'Feliz an\u0303o', true],
    ['coño', 'Cono de luz', false],
    ['pingüino', 'PINGUINO', true],
    ['dinero fácil', 'Gana dinero fácil hoy', true],
    ['dinero fácil', 'dinero,\n  FACIL', true],
    ['dinero fácil', 'dinero-fácil', true],
    ['dinero fácil', 'dinero muy fácil', false],
    ['dinero fácil', 'fácil dinero', false],
    ['dinero fácil', 'dinero fáciles', false],
    ['gana ya', 'gana gana ya', true],
    ['bet365', 'Entra a bet365.com', true],
    ['bet', 'bet365', false],
    ['casino', '<b>casino</b>', true],
    ['casino', 'casino&nbsp;en línea', true],
    ['casino', 'https://casino.example/?a=1', true],
    ['казино', 'Лучшее КАЗИНО', true],
    ['casino', '', false],
  ])('%s in %j: %s', (entry, text, isFound) => {
    const { words } = compileLists(lists({ heldWords: ['otra', entry] })).match([text]);
    expect(words).toEqual(isFound ? [entry] : []);
  });

  it('compares each text on its own', () => {
    const matcher = compileLists(lists({ heldWords: ['dinero fácil'] }));
    expect(matcher.match(['Dinero', 'fácil']).words).toEqual([]);
    expect(matcher.match(['Nada', 'Dinero fácil']).words).toEqual(['dinero fácil']);
  });

  it('finds each entry once, also those that begin with the same word', () => {
    const matcher = compileLists(lists({ heldWords: ['dinero', 'dinero fácil'] }));
    expect(matcher.match(['dinero fácil y dinero']).words).toEqual(['dinero', 'dinero fácil']);
  });

  it('compares a long text with 500 phrases in one pass', () => {
    const heldWords = Array.from({ length: 500 }, (_, index) => `palabra retenida ${index}`);
    const matcher = compileLists(lists({ heldWords, heldDomains: ['ejemplo.com'] }));
    const text = `${'a.'.repeat(50_000)}${'palabra '.repeat(5_000)}retenida 499`;
    const start = performance.now();
    expect(matcher.match([text]).words).toEqual(['palabra retenida 499']);
    expect(performance.now() - start).toBeLessThan(2_000);
  });
});

it('words are in plain form', () => {
  expect(wordsOf('El Árbol, ¡NIÑO! Ångström ﬁn')).toEqual(['el', 'arbol', 'niño', 'angstrom', 'fin']);
});

describe('held domains', () => {
  it.each<[entry: string, text: string, isFound: boolean]>([
    ['example.com', 'https://example.com', true],
    ['example.com', 'http://example.com/camino?a=b#c', true],
    ['example.com', 'HTTPS://EXAMPLE.COM:8443/', true],
    ['example.com', 'https://sub.example.com/', true],
    ['example.com', 'https://a.b.c.example.com/', true],
    ['example.com', 'notexample.com', false],
    ['example.com', 'https://not-example.com', false],
    ['example.com', 'example.com.co', false],
    ['example.com', 'example.community', false],
    ['example.com', 'example.org/example', false],
    ['example.com', 'Más en example.com.', true],
    ['example.com', '(example.com)', true],
    ['example.com', '...example.com...', true],
    ['example.com', 'example.com-pague ya', true],
    ['example.com', '_example.com_', true],
    ['example.com', '<a href="//example.com">', true],
    ['example.com', '[aquí](example.com)', true],
    ['example.com', 'https://ana@example.com/', true],
    ['example.com', 'https://ex%61mple.com', true],
    ['example.com', 'https://example。com', true],
    ['example.com', 'ｅｘａｍｐｌｅ.com', true],
    ['example.com', 'exam\u200bple.com', true],
    ['example.com', 'exámple.com', false],
    ['sub.example.com', 'example.com', false],
    ['ñandú.example', 'https://xn--and-6ma2c.example/', true],
    ['xn--and-6ma2c.example', 'https://ñandú.example/', true],
    ['xn--and-6ma2c.example', 'ÑANDÚ.example', true],
    ['ejemplo.xn--p1ai', 'ejemplo.рф', true],
    ['example.com', 'example com', false],
    ['example.com', '', false],
  ])('%s in %j: %s', (entry, text, isFound) => {
    const { domains } = compileLists(lists({ heldDomains: ['otro.example', entry] })).match([text]);
    expect(domains).toEqual(isFound ? [entry] : []);
  });
});

describe('refused mail domains', () => {
  const matcher = compileLists(lists({ refusedMailDomains: ['desechable.example', 'ñandú.example'] }));

  it.each<[email: string, entry: string | null]>([
    ['ana@desechable.example', 'desechable.example'],
    ['ana@correo.desechable.example', 'desechable.example'],
    ['ana@nodesechable.example', null],
    ['ana@desechable.example.org', null],
    ['"desechable.example"@example.org', null],
    ['ana@xn--and-6ma2c.example', 'ñandú.example'],
  ])('%s: %s', (email, entry) => {
    expect(matcher.refusedDomainOf(email)).toBe(entry);
    expect(matcher.refusedDomainsIn(`Escribe a ${email}, o llama.`)).toEqual(entry === null ? [] : [entry]);
  });

  it('are no held domains', () => {
    expect(matcher.match(['https://desechable.example']).domains).toEqual([]);
  });
});
