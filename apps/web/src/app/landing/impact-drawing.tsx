import type { ReactNode } from 'react';
import classes from './impact-drawing.module.css';

export type ImpactDrawingName = 'house' | 'shovel' | 'bridge';

/** A round decorative picture on the woven band. */
export const ImpactDrawing = ({ name }: { name: ImpactDrawingName }) => (
  <svg viewBox="0 0 160 160" className={classes.drawing} aria-hidden="true">
    <circle cx="80" cy="80" r="78" fill="#f4e9d2" />
    {drawings[name]}
    <circle cx="80" cy="80" r="76" className={classes.ring} />
  </svg>
);

/** A community house with an open door. */
const house = (
  <>
    <path d="M10.800 116Q40 96 80 104T149.200 116A78 78 0 0 1 10.800 116Z" fill="#6fa78f" />
    <path d="M34 66h92v56H34z" fill="#fffefb" />
    <path d="M22 70L46 40H114L138 70Z" fill="#c9623f" />
    <path d="M46 68l8-26M70 68l3-26M94 68l-2-26M116 68l-8-26" stroke="#a94a2b" strokeWidth="3.500" />
    <path d="M68 122V92q0-12 12-12t12 12v30Z" fill="#44665b" />
    <path d="M42 82h16v16H42zM102 82h16v16h-16z" fill="#2f6f9f" />
    <path d="M80 40V18" stroke="#7b4f30" strokeWidth="4" />
    <path d="M80 18h26l-7 7 7 7H80Z" fill="#f2b33d" />
    <path d="M34 112h34M92 112h34" stroke="#b4482b" strokeWidth="6" />
  </>
);

/** A shovel in the earth and a plant. */
const shovel = (
  <>
    <path d="M6.500 106Q44 92 80 98T153.500 106A78 78 0 0 1 6.500 106Z" fill="#7b4f30" />
    <path d="M20 118q20-8 40 0M76 128q24-8 48 0M96 112q14-5 28 0" className={classes.furrow} />
    <path d="M44 28L66 92" stroke="#a8743f" strokeWidth="8" strokeLinecap="round" />
    <path d="M33 30l22-8" stroke="#a8743f" strokeWidth="9" strokeLinecap="round" />
    <path d="M54 88l26-9 7 22q2 18-10 24-14-2-19-17Z" fill="#c7d0cf" />
    <path d="M108 108V64" stroke="#2c8a5f" strokeWidth="6" strokeLinecap="round" />
    <path d="M108 84Q84 80 82 56Q106 58 108 84ZM108 70Q110 44 134 42Q134 68 108 70Z" fill="#3da873" />
    <circle cx="112" cy="30" r="13" fill="#f2b33d" />
  </>
);

/** The brick bridge of Popayán with people crossing it. */
const bridge = (
  <>
    <path d="M6 104A78 78 0 0 0 154 104Q116 98 80 102T6 104Z" fill="#88bee5" />
    <path d="M3 92Q40 70 80 66T157 86L154 104H6Z" fill="#c9623f" />
    <path
      d="M14 106V98q0-10 10-10t10 10v8ZM44 106V96q0-13 13-13t13 13v10ZM82 106V95q0-13 13-13t13 13v11ZM120 106V98q0-10 10-10t10 10v8Z"
      fill="#f4e9d2"
    />
    <path d="M3 90Q40 68 80 64T157 82" className={classes.rail} />
    <g transform="translate(58 66)">
      <path d="M-8 0Q-9-22 0-22T8 0Z" fill="#0e5e4e" />
      <circle cy="-29" r="7.500" fill="#9a5c3a" />
    </g>
    <g transform="translate(82 64)">
      <path d="M-8 0Q-9-22 0-22T8 0Z" fill="#f2b33d" />
      <circle cy="-29" r="7.500" fill="#6f4028" />
    </g>
    <g transform="translate(104 66)">
      <path d="M-6 0Q-7-16 0-16T6 0Z" fill="#2f6f9f" />
      <circle cy="-22" r="6.500" fill="#c58a5e" />
    </g>
    <path d="M26 124q12-7 24 0M70 134q12-7 24 0M104 122q11-6 22 0" className={classes.wave} />
  </>
);

const drawings: Record<ImpactDrawingName, ReactNode> = { house, shovel, bridge };
