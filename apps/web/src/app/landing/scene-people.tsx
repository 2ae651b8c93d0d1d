import type { ReactNode } from 'react';

interface PersonProps {
  /** Position of the feet. */
  at: readonly [x: number, y: number];
  /** Faces left. */
  isTurned?: boolean;
  size?: number;
  skin: string;
  /** Colours of the ruana and of the two yarns of its band. */
  ruana: readonly [cloth: string, yarn: string, thread: string];
  trousers?: string;
  head: ReactNode;
  /** Paths of the arms from the shoulders, behind and in front of the ruana. */
  armBehind?: string;
  armBefore?: string;
  /** Held objects, drawn behind the front arm. */
  children?: ReactNode;
}

/** A person in a ruana, 150 units tall, feet at the origin. */
export function Person(props: PersonProps) {
  const { at, isTurned, size = 1, skin, ruana, trousers = '#1d2a26', head, armBehind, armBefore } = props;
  const [cloth, yarn, thread] = ruana;
  return (
    <g transform={`translate(${at[0]} ${at[1]}) scale(${isTurned ? -size : size} ${size})`}>
      {armBehind && <Arm path={armBehind} skin={skin} />}
      <path d="M-9 -58V-5M9 -58V-5" stroke={trousers} strokeWidth="13" />
      <path d="M-14 -3h14M5 -3h14" stroke="#7a3a22" strokeWidth="7" strokeLinecap="round" />
      <path d="M-13 -112Q0 -119 13 -112L33 -54Q0 -45 -33 -54Z" fill={cloth} />
      <path d="M-26.5 -73Q0 -65 26.5 -73L30.5 -61.500Q0 -53 -30.500 -61.500Z" fill={yarn} />
      <path
        d="M-26 -63.500l5 -4.500 5.500 6 5.500 -5.200 5.500 5.500 5.500 -5.500 5.500 5.200 5.500 -6 5 4.500"
        fill="none"
        stroke={thread}
        strokeWidth="2.600"
        strokeLinejoin="round"
      />
      <path d="M0 -118v16" stroke={skin} strokeWidth="11" />
      <circle cy="-129" r="15.500" fill={skin} />
      <path d="M3 -130v.1M11 -130v.1" stroke="#20120c" strokeWidth="3.400" strokeLinecap="round" />
      <path d="M3 -122q4 3.500 8 0" fill="none" stroke="#20120c" strokeWidth="2" strokeLinecap="round" />
      {head}
      {props.children}
      {armBefore && <Arm path={armBefore} skin={skin} />}
    </g>
  );
}

const Arm = ({ path, skin }: { path: string; skin: string }) => (
  <path d={path} fill="none" stroke={skin} strokeWidth="10" strokeLinecap="round" strokeLinejoin="round" />
);

/** A broad straw hat. */
export const StrawHat = ({ band = '#b4482b' }: { band?: string }) => (
  <g>
    <path d="M-15 -138Q-14 -158 0 -158T15 -138Z" fill="#f0d9a4" />
    <path d="M-15 -141h30v5h-30z" fill={band} />
    <ellipse cy="-137" rx="28" ry="5.500" fill="#f7e6bd" />
  </g>
);

/** The round dark hat of the Misak. */
export const FeltHat = () => (
  <g>
    <path d="M-14 -138Q-14 -156 0 -156T14 -138Z" fill="#26352f" />
    <ellipse cy="-138" rx="24" ry="5" fill="#33453e" />
    <path d="M-14 -142h28" stroke="#f2b33d" strokeWidth="2.500" />
  </g>
);

/** Long dark hair with a plait. */
export const Plait = () => (
  <g fill="#2a1a14">
    <path d="M-16 -126Q-18 -147 0 -147T16 -126Q10 -138 -2 -138T-12 -126Q-13 -118 -16 -112Z" />
    <path d="M-15 -128q-8 8 -5 20t-2 22" fill="none" stroke="#2a1a14" strokeWidth="7" strokeLinecap="round" />
  </g>
);

/** Short curls. */
export const Curls = () => (
  <g fill="#1f1512">
    <circle cx="-12" cy="-136" r="7" />
    <circle cx="-5" cy="-142" r="8" />
    <circle cx="5" cy="-142" r="8" />
    <circle cx="12" cy="-136" r="7" />
  </g>
);
