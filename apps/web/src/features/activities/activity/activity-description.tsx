import { useId, useState } from 'react';
import classes from './activity.module.css';

/** The characters of a line on a phone and in the column of a wide screen. */
const LINE = { phone: 40, wide: 78 } as const;
/** A text of one line more is shown whole: the button would need that line. */
const LINES_MAX = 7;

const linesOf = (text: string, length: number) =>
  text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / length)), 0);

/** The text is cut to six lines here: the same on the server, which cannot measure it. */
function cutOf(text: string): 'always' | 'phone' | undefined {
  if (linesOf(text, LINE.wide) > LINES_MAX) return 'always';
  return linesOf(text, LINE.phone) > LINES_MAX ? 'phone' : undefined;
}

/** The organiser's description with its line breaks, and links, telephone numbers and e-mails that can be pressed. */
export function ActivityDescription({ text }: { readonly text: string }) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  if (text === '') return <p className="soft">Sin descripción</p>;
  const cut = cutOf(text);
  return (
    <div>
      {/* A link below the cut would have the focus unseen. */}
      <p
        id={id}
        className={classes.text}
        data-cut={isOpen ? undefined : cut}
        onFocus={cut === undefined ? undefined : () => setOpen(true)}
      >
        {linkedParts(text).map(({ text: part, href }, index) =>
          href === null ? (
            part
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their order.
            <a key={index} href={href} {...(/^http/.test(href) && outward)}>
              {part}
            </a>
          ),
        )}
      </p>
      {cut !== undefined && (
        <button
          type="button"
          className={`plain link target ${classes.more}`}
          data-cut={cut}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Leer menos' : 'Leer más'}
        </button>
      )}
    </div>
  );
}

/** Links that strangers write: they get no credit of this site, nor a hold on its window. */
const outward = { target: '_blank', rel: 'nofollow ugc noopener' } as const;

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
