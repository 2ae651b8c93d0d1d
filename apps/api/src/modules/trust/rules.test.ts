import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cpuTimeOf } from '../../../../../tests/cpu-time.ts';
import { inertText } from '../../platform/mail/inert-text.ts';
import { mixesScripts, nameSkeleton, plainWords } from './confusable-rules.ts';
import { compileLists, type TrustLists } from './rules.ts';

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
    // These texts contain decomposed accents, full-width letters and invisible characters.
    ['préstamo', 'pre\u0301stamo', true],
    ['casino', 'ｃａｓｉｎｏ', true],
    ['casino', 'ca\u200bsi\u00adno', true],
    // These texts contain signs within a word.
    ['casino', 'Gran cas*ino', true],
    ['casino', '¡ca/si.no!', true],
    ['casino', 'c-a-s-i-n-o', true],
    ['ano', 'a/no', false],
    // 'ñ' and 'n' are different letters.
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
    let words: readonly string[] = [];
    const duration = cpuTimeOf(() => {
      ({ words } = matcher.match([text]));
    });
    expect(words).toEqual(['palabra retenida 499']);
    expect(duration).toBeLessThan(2_000);
  });
});

describe('in disguise', () => {
  const heldWords = ['casino', 'préstamo', 'bono', 'apuestas', 'dinero fácil', 'homo', 'año'];
  const matcher = compileLists(lists({ heldWords }));
  const lookAlikes: Record<string, string> = {
    a: 'аАαΑɑᴀａ𝐚𝖆𝓪4@',
    b: 'ЬВΒʙｂ𝕓8',
    c: 'сСϲᴄｃ𝒄ⓒ',
    d: 'ԁɗđｄ𝐝',
    e: 'еЕεΕєｅ𝗲3',
    f: 'ғƒꜰｆ',
    i: 'іІıιΙɪｉ𝙞1!',
    l: 'ӏłʟｌ𝚕1',
    m: 'мМΜᴍｍ𝐦',
    n: 'ոпɴｎ𝔫',
    o: 'оОοΟօøｏ𝐨0',
    p: 'рРρΡᴘｐ',
    r: 'гʀｒ𝕣',
    s: 'ѕЅꜱｓ𝒔5$',
    t: 'тТτΤᴛｔ7',
    u: 'υսｕ𝖚',
  };
  const disguised = (letter: string) =>
    fc
      .tuple(
        fc.constantFrom(letter, letter.toUpperCase(), ...(lookAlikes[letter] ?? '')),
        fc.constantFrom('', '', '', '\u200b', '\u00ad', '\u2060', '\u0336', '\u0301'),
      )
      .map(([shown, mark]) => (/[\s@$!]/.test(shown) ? shown : shown + mark));
  const spelling = (word: string) =>
    fc
      .tuple(fc.tuple(...[...word].map(disguised)), fc.constantFrom('', ' ', '.', '-', ' * '))
      .map(([letters, separator]) => letters.join(separator))
      // Omits spellings that consist only of digits, which are numbers.
      .filter(text => word.split(' ').length > 1 || /\p{L}/u.test(text.normalize('NFKC')));

  it.each([
    ['casino', 'casino'],
    ['prestamo', 'préstamo'],
    ['bono', 'bono'],
    ['apuestas', 'apuestas'],
    ['dinero facil', 'dinero fácil'],
  ])('finds %s in any composition of look-alikes', (word, entry) => {
    fc.assert(
      fc.property(spelling(word), text => matcher.match([`Ven: ${text}, ya`]).words.includes(entry)),
      { numRuns: 300 },
    );
  });

  it.each<[text: string, entry: string | null]>([
    ['p r e s t a m o', 'préstamo'],
    ['présтаrno', 'préstamo'],
    ['prestarno', 'préstamo'],
    ['dinerofácil', 'dinero fácil'],
    ['d i n e r o f á c i l', 'dinero fácil'],
    ['casiño', 'casino'],
    ['🅲🅰🆂🅸🅽🅾', 'casino'],
    ['Horno de pan, 50 kg, a las 9:30 a. m. en el salón A4', null],
    ['Llevar 1 balde, 2 palas y 100 pesos', null],
    ['Vamos a la Cra. 5 # 4-32, piso 1', null],
    ['Bonos no; abono orgánico', null],
    ['Kwe’sx Kiwe, Ñuñoa, Íngrid y Zoë', null],
    ['Лучшее место, Ειρήνη', null],
    ['¡Casi no llegamos! Dinero: $20.000', null],
    ['ano nuevo', null],
  ])('%j: %s', (text, entry) => {
    expect(matcher.match([text]).words).toEqual(entry === null ? [] : [entry]);
  });
});

describe('names', () => {
  it.each([
    ['Cruz Roja Popayán', 'Сruz Rоjа Рорауán'],
    ['Cruz Roja Popayán', 'Cruz R0ja P0payan'],
    ['Cruz Roja Popayán', '𝐂𝐫𝐮𝐳 𝐑𝐨𝐣𝐚 𝐏𝐨𝐩𝐚𝐲𝐚𝐧'],
    ['Minga Solidaria', 'Ｍｉｎｇａ Solidaria'],
    ['Minga Solidaria', 'Мinga So1idaria'],
    ['Minga Solidaria', 'Minga SoIidaria'],
    ['Minga Solidaria', 'rninga solidaria'],
    ['Minga Solidaria', 'Mínga\u200b Sołidaria'],
    ['Minga Solidaria', 'Mιηgα Sσlιdαrια'],
    ['Minga Solidaria', 'Ming@ $olidari@'],
    ['Río Vivo', 'Rıo Ѵivo'],
    ['Cruz Roja', 'Cɾuz Roja'],
    ['Minga Verde', 'MingΛ Vⲉrdⲉ'],
  ])('%s and %s look alike', (verified, imitation) => {
    expect(nameSkeleton(imitation)).toBe(nameSkeleton(verified));
  });

  it.each<[name: string, isMixed: boolean]>([
    ['Мinga', true],
    ['Cruz Rоja', true],
    ['Αmigos', true],
    ['Amіgos', true],
    ['Kwe’sx', false],
    ['Kweʼsx', false],
    ['Ñuñoa', false],
    ['Pueblo Мир', false],
    ['Минга', false],
    ['Ομάδα', false],
    ['東京ボランティア', false],
    ['Ｍｉｎｇａ', false],
    ['Tシャツ', false],
    ['Minga 2026 🌱', false],
  ])('%s mixes alphabets in a word: %s', (name, isMixed) => {
    expect(mixesScripts(name)).toBe(isMixed);
  });
});

it('words are in plain form', () => {
  expect(plainWords('El Árbol, ¡NIÑO! Ångström ﬁn')).toEqual(['el', 'arbol', 'niño', 'angstrom', 'fin']);
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

describe('every spelling of a web address', () => {
  const held = compileLists(
    lists({ heldDomains: ['estafa.example'], refusedMailDomains: ['estafa.example'] }),
  );
  /** An address as browsers and mail programs resolve it. */
  const resolved = (text: string) =>
    decodeURIComponent(text)
      .normalize('NFKC')
      .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
      .replaceAll('。', '.')
      .toLowerCase();
  const letter = (one: string) =>
    fc.constantFrom(
      ...[one, one, one.toUpperCase(), String.fromCodePoint(0xff41 + one.charCodeAt(0) - 97)],
      ...[
        `%${one.charCodeAt(0).toString(16)}`,
        `\u200b${one}`,
        `${one}\u00ad`,
        `\u202e${one}`,
        `${one}\ufeff`,
      ],
      String.fromCodePoint(0x1d41a + one.charCodeAt(0) - 97),
    );
  const label = (name: string) => fc.tuple(...[...name].map(letter)).map(letters => letters.join(''));
  const linked = fc
    .tuple(
      fc.constantFrom(
        '',
        'https://',
        'HtTpS://',
        'hxxp://',
        'http:\\\\',
        '//',
        'ftp://ana:x@',
        'ana@',
        'www.',
        '(',
        '[aquí](',
      ),
      label('estafa'),
      fc.constantFrom('.', '。', '．', '｡', '․', '%2e', '%E3%80%82', '\u200b.'),
      label('example'),
      fc.constantFrom('', '.', ':8080', '/premio?x=1', ')', ',', '…', '#a'),
    )
    .map(parts => parts.join(''));

  it('is found in the text of a publication and broken in an e-mail', () => {
    fc.assert(
      fc.property(linked, text => {
        expect(held.match([`Entra a ${text} ya`]).domains).toEqual(['estafa.example']);
        const words = inertText(`Entra a ${text} ya`).split(/[^\S\ufeff]+/);
        expect(words.map(resolved).filter(word => /estafa\.example|:[/\\]{2}/.test(word))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    'estafa[.]example',
    'estafa (dot) example',
    'estafa(punto)example',
    'estafa punto example',
    'estafa . example',
    'mira...estafa.example',
    'estаfa.example',
    'xn--estfa-6ve.example',
    'estafa .example',
    'Mira. estafa. example. Ven',
    'estafa۔example',
    'estafa܂example',
    'estafa‧example',
    'estafa&#46;example',
    'estafa&#x2e;example',
    'estΛfa.example',
  ])('%s is found', text => {
    expect(held.match([text]).domains).toEqual(['estafa.example']);
  });

  it.each(['ana@estafa.example.', 'ANA@Sub.Estafa.Example', 'ana@xn--estfa-6ve.example'])(
    '%s is refused',
    email => {
      expect(held.refusedDomainOf(email)).toBe('estafa.example');
    },
  );
});
