import type { ReactNode } from 'react';
import classes from './drawing.module.css';

export type DrawingName = 'seedling' | 'search' | 'path' | 'storm' | 'letter' | 'people';

/** A small decorative drawing: the text next to it carries the meaning. */
export const Drawing = ({ name }: { name: DrawingName }) => (
  <svg viewBox="0 0 160 120" className={classes.drawing} aria-hidden="true">
    <ellipse cx="80" cy="104" rx="66" ry="9" className={classes.ground} />
    {drawings[name]}
  </svg>
);

const seedling = (
  <>
    <path d="M50 66h60l-7 36q-1 5-7 5H64q-6 0-7-5Z" className={classes.forest} />
    <path d="M52 78l9.3-9 9.3 9 9.4-9 9.4 9 9.3-9 9.3 9" className={classes.thread} />
    <path d="M80 66V34" className={classes.stem} />
    <path d="M80 46Q54 44 52 20Q78 20 80 46ZM80 38Q82 12 108 10Q108 36 80 38Z" className={classes.leaf} />
  </>
);

const search = (
  <>
    <path d="M30 30q18-8 34 0v66q-16-8-34 0ZM98 30q-18-8-34 0v66q16-8 34 0Z" className={classes.paper} />
    <path
      d="M38 44q9-3 18 0M38 56q9-3 18 0M38 68q9-3 18 0M72 44q9-3 18 0M72 56q9-3 18 0"
      className={classes.line}
    />
    <circle cx="100" cy="66" r="22" className={classes.glass} />
    <path d="M116 83l16 17" className={classes.handle} />
    <path d="M100 54l11 12-11 12-11-12Z" className={classes.maize} />
  </>
);

const path = (
  <>
    <path d="M16 104Q34 64 72 76T122 68T146 104Z" className={classes.leaf} />
    <path d="M66 102Q60 88 82 84T84 68" className={classes.trail} />
    <path d="M104 100V26" className={classes.post} />
    <path d="M84 30h44l12 11-12 11H84Z" className={classes.maize} />
    <path d="M124 58H84L72 68l12 10h40Z" className={classes.clay} />
  </>
);

const storm = (
  <>
    <path d="M44 70a20 20 0 0 1 4-39 28 28 0 0 1 53-6 23 23 0 0 1 16 45Z" className={classes.cloud} />
    <path d="M84 58L66 84h14l-8 20 26-30H84l10-16Z" className={classes.maize} />
    <path d="M46 80l-6 12M118 78l-6 12M60 86l-4 8" className={classes.rain} />
  </>
);

const letter = (
  <>
    <path d="M30 38h100v58q0 6-6 6H36q-6 0-6-6Z" className={classes.clay} />
    <path d="M42 22h76v58H42Z" className={classes.paper} />
    <path d="M54 36h36M54 48h52" className={classes.line} />
    <path d="M30 42l50 36 50-36v54q0 6-6 6H36q-6 0-6-6Z" className={classes.forest} />
    <path d="M80 70l9 9-9 9-9-9Z" className={classes.maize} />
  </>
);

const people = (
  <>
    <path d="M34 102V70q0-14 13-14t13 14v32ZM100 102V70q0-14 13-14t13 14v32Z" className={classes.clay} />
    <path d="M64 104V64q0-16 16-16t16 16v40Z" className={classes.forest} />
    <path d="M64 82l5.3-6 5.3 6 5.4-6 5.4 6 5.3-6 5.3 6" className={classes.thread} />
    <path d="M34 84h26M100 84h26" className={classes.thread} />
    <circle cx="47" cy="44" r="11" className={classes.brown} />
    <circle cx="113" cy="44" r="11" className={classes.tan} />
    <circle cx="80" cy="32" r="13" className={classes.dark} />
    <path d="M67 24q2-14 13-14t13 14ZM58 25q22-7 44 0-22 6-44 0Z" className={classes.straw} />
  </>
);

const drawings: Record<DrawingName, ReactNode> = { seedling, search, path, storm, letter, people };
