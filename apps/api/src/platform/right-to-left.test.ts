import { expect, it } from 'vitest';
import { joinedLetters, linesOf, visualOrder } from './right-to-left.ts';

it.each([
  ['letters that join on both sides', 'محمد', 'ﻣﺤﻤﺪ'],
  ['letters that join on the right only', 'داود', 'ﺩﺍﻭﺩ'],
  ['lam with alef', 'سلام لا', 'ﺳﻼﻡ ﻻ'],
  ['marks, which do not separate', 'مُحَمَّد', 'ﻣُﺤَﻤَّﺪ'],
  ['tatweel', 'مـد', 'ﻣـﺪ'],
  ['Persian letters', 'پرویز', 'ﭘﺮﻭﯾﺰ'],
  ['a hamza, which joins nothing', 'سماء', 'ﺳﻤﺎﺀ'],
  ['no Arabic', 'María לוי', 'María לוי'],
])('joins %s', (_kind, text, joined) => {
  expect(joinedLetters(text)).toBe(joined);
  expect(joined.normalize('NFKC')).toBe(text.normalize('NFKC'));
});

it.each([
  ['אבג דהו', 'והד גבא'],
  ['María אבג דהו López', 'María והד גבא López'],
  ['אבג María López דהו', 'והד María López גבא'],
  ['אבג (12) דהו', 'והד (12) גבא'],
  ['María (אבג)', 'María (גבא)'],
  ['(אבג) 2026.', '.2026 (גבא)'],
  ['María López', 'María López'],
  ['فعالية ١٢٣ ورشة', 'ةشرو ١٢٣ ةيلاعف'],
  ['Corta مرحبا ١٢', 'Corta ١٢ ابحرم'],
  ['۱۲۳ سلام', 'مالس ۱۲۳'],
  ['אבג 10 20 דהו', 'והד 20 10 גבא'],
  ['אבג 8:30, 1.500,25', '1.500,25 ,8:30 גבא'],
  ['5 אבג', 'גבא 5'],
  ['مُحَ ١', '١ حَمُ'],
  ['אבג [1] <2> «3»', '«3» <2> [1] גבא'],
  ['ߞߋߟߋ ߁߂', '߂߁ ߋߟߋߞ'],
  ['\u{1e900}\u{1e901} \u{1e951}\u{1e952} a', 'a \u{1e952}\u{1e951} \u{1e901}\u{1e900}'],
  ['\u{10d00}\u{10d01} \u{10d31}\u{10d32}', '\u{10d31}\u{10d32} \u{10d01}\u{10d00}'],
])('orders %s by places', (text, places) => {
  expect(visualOrder(text)).toBe(places);
});

it('orders a line in the direction of its text', () => {
  expect(visualOrder('María אבג', true)).toBe('גבא María');
  expect(visualOrder('אבג 1', false)).toBe('1 גבא');
});

it('breaks lines in the order in which they are read, and words that are longer than a line', () => {
  const widthOf = (text: string) => [...text].length;
  expect(linesOf('אחת שתים שלוש', 8, widthOf)).toEqual(['אחת שתים', 'שלוש']);
  expect(linesOf('אחת שתיםשלוש', 5, widthOf)).toEqual(['אחת', 'שתיםש', 'לוש']);
});
