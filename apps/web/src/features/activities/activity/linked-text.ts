/** A part of a text: plain, or with the address that it leads to. */
export interface TextPart {
  readonly text: string;
  readonly href: string | null;
}

const EMAIL = String.raw`[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}`;
const URL_TEXT = String.raw`(?:https?:\/\/|www\.)[^\s<>"«»]+`;
/** A mobile number of Colombia or a landline with its area, and any number with '+' and a country's code. */
const PHONE = String.raw`(?:\+57[ .-]?)?(?:3\d{2}|60\d)[ .-]?\d{3}[ .-]?\d{2}[ .-]?\d{2}|\+\d{1,3}(?:[ .-]?\d{2,4}){2,5}`;
const LINK = new RegExp(`(?<![\\p{L}\\d@/])(?:(${EMAIL})|(${URL_TEXT})|(${PHONE})(?!\\d))`, 'giu');

/** Punctuation that ends a sentence rather than an address; a closing bracket only without its opening one. */
const TRAILING = /[.,;:!?…'’”]+$/u;

/** Splits the organiser's text at its addresses, e-mails and telephone numbers. The joined parts are the text. */
export function linkedParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(LINK)) {
    const [whole, email, url, phone] = match;
    const shown = url === undefined ? whole : withoutTrailing(whole);
    const href = hrefOf({ email, url: url && shown, phone });
    if (href === null) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index), href: null });
    parts.push({ text: shown, href });
    end = match.index + shown.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), href: null });
  return parts;
}

interface Found {
  readonly email: string | undefined;
  readonly url: string | undefined;
  readonly phone: string | undefined;
}

function hrefOf({ email, url, phone }: Found): string | null {
  if (email !== undefined) return `mailto:${email}`;
  if (phone !== undefined) {
    const digits = phone.replaceAll(/[^\d+]/g, '');
    return `tel:${digits.startsWith('+') ? digits : `+57${digits}`}`;
  }
  const address = url?.toLowerCase().startsWith('www.') ? `https://${url}` : (url ?? '');
  return URL.canParse(address) && new URL(address).hostname.includes('.') ? address : null;
}

function withoutTrailing(url: string): string {
  const shown = url.replace(TRAILING, '');
  const isUnopened = shown.endsWith(')') && !shown.includes('(');
  return isUnopened ? withoutTrailing(shown.slice(0, -1)) : shown;
}
