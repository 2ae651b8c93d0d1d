import { composeEmail, type Email, type EmailParts } from './email.ts';
import type { Attachment } from './schema.ts';

/** What is put into a letter; null: there is none of this. */
type Values<V> = { readonly [Name in keyof V]: string | null };
type Drawn = Omit<EmailParts, 'to' | 'attachments'>;
type Words = ReadonlyMap<string, string>;

// Private use (Unicode): nobody means anything by them, and neither HTML nor text changes them.
const [OPEN, CLOSE] = ['\uE000', '\uE001'];
const mark = new RegExp(`${OPEN}(\\w+)${CLOSE}`);
// As text, spaces are joined and control characters vary; what is empty leaves no trace at all.
const simple = new RegExp(`^(?! )(?:[^\\p{Cc}\u200B${OPEN}${CLOSE} ]| (?! |$))+$`, 'u');
const isSimple = (word: string): boolean => simple.test(word) && word.isWellFormed();

/**
 * A kind of letter that many get: React draws it once, with marks where its values stand, and for each letter the values
 * take their places, in a hundredth of the time. So a value changes words alone; what else of the letter depends on
 * values depends on which are null. A value that React or the text would not leave as it is has its letter drawn whole.
 */
export function emailTemplate<V extends Values<V>>(
  draw: (values: V) => Drawn,
): (to: string, values: V, attachments?: readonly Attachment[]) => Promise<Email> {
  const fills = new Map<string, Promise<Fill>>();

  return async (to, values, attachments = []) => {
    const words = new Map(
      Object.entries<string | null>(values).flatMap(([name, word]) => (word === null ? [] : [[name, word]])),
    );
    if (![...words.values()].every(isSimple)) return composeEmail({ to, attachments, ...draw(values) });
    const shape = [...words.keys()].join(' ');
    const fill = fills.get(shape) ?? fillOf(draw(marked(values)));
    fills.set(shape, fill);
    return { to, attachments, ...(await fill)(words) };
  };
}

/** The same values, with marks in the place of words. */
function marked<V extends Values<V>>(values: V): V {
  const marks = Object.entries<string | null>(values).map(([name, word]) => [
    name,
    word === null ? null : `${OPEN}${name}${CLOSE}`,
  ]);
  return Object.fromEntries(marks);
}

type Fill = (words: Words) => Omit<Email, 'to' | 'attachments'>;

async function fillOf(drawn: Drawn): Promise<Fill> {
  const letter = await composeEmail({ to: '', ...drawn });
  const subject = gapsOf(letter.subject);
  const html = gapsOf(letter.html);
  const text = gapsOf(letter.text);
  const ending = letter.unsubscribeUrl === undefined ? null : gapsOf(letter.unsubscribeUrl);
  return words => ({
    subject: subject(words),
    html: html(new Map([...words].map(([name, word]) => [name, escaped(word)]))),
    text: text(words),
    ...(ending !== null && { unsubscribeUrl: ending(words) }),
  });
}

/** Puts words into the places of their marks. */
function gapsOf(drawn: string): (words: Words) => string {
  // In turn what stands between marks, and a mark's name.
  const pieces = drawn.split(mark);
  return words => pieces.map((piece, index) => (index % 2 === 0 ? piece : words.get(piece))).join('');
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};

/** As React does it. */
const escaped = (word: string): string => word.replace(/[&<>"']/g, character => entities[character] ?? '');
