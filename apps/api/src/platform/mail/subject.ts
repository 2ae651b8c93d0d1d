import { shortDate } from '../local-time.ts';
import type { Platform } from '../platform.ts';

/** Mail programs cut longer subjects. */
const LENGTH_MAX = 78;
/** The share of the room for what and which that a long text before the title may take. */
const WHAT_SHARE = 0.6;

/** The text before the title, and the one instead of both if the subject must not contain text of other people. */
interface What {
  readonly what: string;
  readonly plain: string;
}

interface About {
  /** Null if the recipient's address is not proved (decision 21), or if the activity is not public. */
  readonly title: string | null;
  readonly date: Date;
  /** Whether `date` is the first of several dates. */
  readonly isFirst?: boolean;
}

/**
 * The subject of an e-mail about an activity: what, which and when, such as 'Vas: Visita a los abuelos · vie 27 nov, 3:00 p. m.'. Long texts are
 * cut at a word so that the date is within the part that mail programs show.
 */
export function activitySubject(
  { what, plain }: What,
  { title, date, isFirst = false }: About,
  { clock, settings }: Pick<Platform, 'clock' | 'settings'>,
): string {
  const when = ` · ${isFirst ? 'desde ' : ''}${shortDate(date, clock(), settings.timeZone)}`;
  if (title === null) return plain + when;
  const room = LENGTH_MAX - when.length - ': '.length;
  const shown = cutAtWord(what, Math.max(room - title.length, Math.floor(room * WHAT_SHARE)));
  const between = /[\p{L}\p{N}»)]$/u.test(shown) ? ': ' : ' ';
  return shown + between + cutAtWord(title, room - shown.length) + when;
}

const graphemes = new Intl.Segmenter('es', { granularity: 'grapheme' });
/** Signs at the end of a text that is cut, which have no meaning there. */
const TRAILING = /[\s,;:.·(«"“¿¡/–—-]+$/u;

/** Cuts a text to at most `length` characters at the end of a word, or within a word that takes more than half of them. Emoji stay whole. */
export function cutAtWord(text: string, length: number): string {
  if (text.length <= length) return text;
  const characters = Array.from(graphemes.segment(text), ({ segment }) => segment);
  if (characters.length <= length) return text;
  const [start, next] = [characters.slice(0, length - 1).join(''), characters[length - 1]];
  const end = next === ' ' ? start.length : start.lastIndexOf(' ');
  const cut = (end > start.length / 2 ? start.slice(0, end) : start).replace(TRAILING, '');
  return `${cut}${cut.lastIndexOf('«') > cut.lastIndexOf('»') ? '…»' : '…'}`;
}
