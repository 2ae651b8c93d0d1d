import { useId, useState } from 'react';
import classes from './activity.module.css';
import { linkedParts } from './linked-text.ts';

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
