import type { ReactNode } from 'react';
import classes from './why-drawing.module.css';

export type WhyDrawingName = 'plan' | 'hands' | 'circle';

/** A decorative drawing for a card of the landing page. */
export const WhyDrawing = ({ name }: { name: WhyDrawingName }) => (
  <svg viewBox="0 0 240 132" className={classes.drawing} aria-hidden="true">
    {drawings[name]}
  </svg>
);

/** Three calendar leaves on a thread: past, today, upcoming. */
const plan = (
  <>
    <path d="M8 26Q120 46 232 26" className={classes.thread} />
    <g transform="translate(24 30) rotate(-3)">
      <rect width="52" height="68" rx="7" className={classes.paper} />
      <path d="M0 18V7q0-7 7-7h38q7 0 7 7v11Z" className={classes.clay} />
      <path d="M14 42l9 10 17-21" className={classes.tick} />
    </g>
    <g transform="translate(90 36)">
      <rect width="60" height="80" rx="8" className={classes.paper} />
      <path d="M0 21V8q0-8 8-8h44q8 0 8 8v13Z" className={classes.forest} />
      <path d="M30 34l10 14-10 14-10-14ZM12 44l5 7-5 7-5-7ZM48 44l5 7-5 7-5-7Z" className={classes.maize} />
      <path d="M14 69h32" className={classes.line} />
    </g>
    <g transform="translate(164 32) rotate(4)">
      <rect width="52" height="68" rx="7" className={classes.paper} />
      <path d="M0 18V7q0-7 7-7h38q7 0 7 7v11Z" className={classes.maize} />
      <path d="M13 33h26M13 43h26M13 53h15" className={classes.line} />
    </g>
    <path d="M47 26v10M120 32v10M192 27v10" className={classes.peg} />
  </>
);

/** Hands passing a mochila. */
const hands = (
  <>
    <path d="M98 62Q96 20 120 20T142 62" className={classes.strap} />
    <path d="M82 58h76l-9 56q-2 10 -12 10h-34q-10 0 -12 -10Z" className={classes.forest} />
    <path d="M84 76l9-10 9 10 9-10 9 10 9-10 9 10 9-10 9 10" className={classes.yarn} />
    <path
      d="M120 88l9 11-9 11-9-11ZM99 93l5 6.500-5 6.500-5-6.500ZM141 93l5 6.500-5 6.500-5-6.500Z"
      className={classes.maize}
    />
    <path d="M-10 108L56 70Q72 60 92 66" className={classes.brownArm} />
    <path d="M-10 122L32 98L26 86L-10 106Z" className={classes.clay} />
    <path d="M250 112L186 72Q168 60 148 66" className={classes.tanArm} />
    <path d="M250 126L208 101L215 88L250 110Z" className={classes.sky} />
  </>
);

interface Seat {
  at: readonly [x: number, y: number];
  cloth: 'forest' | 'clay' | 'sky' | 'maize';
  skin: 'brown' | 'tan' | 'dark';
}

/** From back to front: nearer heads overlap farther ones. */
const seats: Seat[] = [
  { at: [-34, -34], cloth: 'sky', skin: 'tan' },
  { at: [34, -34], cloth: 'maize', skin: 'dark' },
  { at: [-78, -4], cloth: 'forest', skin: 'brown' },
  { at: [78, -4], cloth: 'clay', skin: 'tan' },
  { at: [-44, 36], cloth: 'clay', skin: 'dark' },
  { at: [44, 36], cloth: 'forest', skin: 'brown' },
];

/** Heads around a cloth, seen from above. */
const circle = (
  <>
    <g transform="translate(120 70)">
      <ellipse rx="62" ry="40" className={classes.paper} />
      <ellipse rx="46" ry="28" className={classes.ring} />
      <path d="M0-17L20 0 0 17-20 0Z" className={classes.maize} />
      <path d="M0-8L9 0 0 8-9 0Z" className={classes.clay} />
      {seats.map(({ at: [x, y], cloth, skin }) => (
        <g key={`${x} ${y}`} transform={`translate(${x} ${y})`}>
          <path d="M-19 21Q-19 -2 0 -2T19 21Z" className={classes[cloth]} />
          <circle cy="-9" r="11" className={classes[skin]} />
        </g>
      ))}
    </g>
  </>
);

const drawings: Record<WhyDrawingName, ReactNode> = { plan, hands, circle };
