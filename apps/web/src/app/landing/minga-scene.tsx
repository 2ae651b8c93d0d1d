import classes from './minga-scene.module.css';
import { Curls, FeltHat, Person, Plait, StrawHat } from './scene-people.tsx';
import { Field, Town } from './scene-place.tsx';

const DARK = '#6f4028';
const BROWN = '#9a5c3a';
const TAN = '#c58a5e';

/** A minga near Popayán: the white town, the volcano Puracé, and people who carry, dig, plant and water. */
export function MingaScene() {
  return (
    <svg
      viewBox="0 0 720 520"
      className={classes.scene}
      role="img"
      aria-label="Un grupo de personas trabaja junto en una minga: cargan una guadua, abren surcos, siembran y riegan; al fondo, el pueblo blanco y el volcán."
    >
      <Town />
      <Field />
      {/* Two carry a guadua with a mochila. */}
      <Person
        at={[252, 462]}
        skin={BROWN}
        ruana={['#b4482b', '#fbf1dd', '#1d2a26']}
        head={<FeltHat />}
        trousers="#44586b"
        armBehind="M10 -102Q26 -98 25 -112"
      />
      <Person
        at={[436, 466]}
        isTurned
        skin={TAN}
        ruana={['#2f6f9f', '#f2b33d', '#fbf8f2']}
        head={<Plait />}
        trousers="#5c4334"
        armBehind="M10 -102Q26 -96 26 -112"
      />
      <path d="M188 355L512 360" className={classes.guadua} />
      <path d="M236 351v9M300 352v9M364 353v9M428 354v9M486 355v9" className={classes.joint} />
      <g transform="translate(344 358)">
        <path d="M-15 30Q-14 -2 0 -2T15 30" fill="none" stroke="#fbf1dd" strokeWidth="4" />
        <path d="M-23 26h46l-4 40q-1 9 -9 9h-20q-8 0 -9 -9Z" fill="#f2b33d" />
        <path
          d="M-22 42l7.300 -8 7.300 8 7.400 -8 7.300 8 7.300 -8 7.400 8"
          fill="none"
          stroke="#b4482b"
          strokeWidth="4"
        />
        <path
          d="M0 48l6 6.500 -6 6.500 -6 -6.500zM-13 50l4 4.500 -4 4.500 -4 -4.500zM13 50l4 4.500 -4 4.500 -4 -4.500z"
          fill="#0e5e4e"
        />
      </g>
      <path d="M263 362Q278 366 277 354M425 366Q409 370 410 358" className={classes.hands} />

      {/* Digs the furrow. */}
      <Person
        at={[112, 474]}
        skin={TAN}
        ruana={['#f2b33d', '#b4482b', '#fbf8f2']}
        trousers="#3d4f78"
        head={
          <>
            <Plait />
            <StrawHat band="#0e5e4e" />
          </>
        }
        armBehind="M12 -102Q36 -84 36 -50"
        armBefore="M-8 -102Q-14 -82 8 -78"
      >
        <path d="M-6 -92L66 -16" stroke="#a8743f" strokeWidth="6" strokeLinecap="round" />
        <path d="M60 -24l19 5 -9 19 -17 -10z" fill="#c7d0cf" />
      </Person>

      {/* Plants, kneeling. */}
      <Kneeling />

      {/* A child waters. */}
      <Person
        at={[640, 476]}
        size={0.74}
        isTurned
        skin={DARK}
        ruana={['#fbf1dd', '#0e5e4e', '#f2b33d']}
        trousers="#b4482b"
        head={<Curls />}
        armBefore="M8 -100Q26 -88 38 -84"
      >
        <g transform="translate(46 -92)">
          <path d="M-12 6h26v26h-26z" fill="#2f6f9f" />
          <path d="M14 14l20 -12 4 6 -24 18z" fill="#2f6f9f" />
          <path d="M-10 8Q2 -14 14 8" fill="none" stroke="#24567b" strokeWidth="4" />
          <path d="M40 10l6 14M46 8l10 14M36 14l2 14" className={classes.water} />
        </g>
      </Person>
    </svg>
  );
}

function Kneeling() {
  return (
    <g transform="translate(546 478)">
      <path
        d="M-30 -4Q-34 -34 4 -34L20 -6"
        fill="none"
        stroke="#4a5f73"
        strokeWidth="15"
        strokeLinejoin="round"
      />
      <path d="M20 -4h14" stroke="#7a3a22" strokeWidth="8" strokeLinecap="round" />
      <path d="M-22 -88Q-8 -94 4 -86L34 -32Q2 -22 -28 -30Z" fill="#0e5e4e" />
      <path d="M-27 -45Q2 -37 27 -45L33 -34Q2 -24 -28 -32Z" fill="#f2b33d" />
      <circle cx="-16" cy="-102" r="15" fill={DARK} />
      <path d="M-28 -101v.1M-20 -99v.1" stroke="#20120c" strokeWidth="3.4" strokeLinecap="round" />
      <path d="M-28 -94q4 3.500 8 .8" fill="none" stroke="#20120c" strokeWidth="2" strokeLinecap="round" />
      <g transform="translate(-16 28) rotate(-12 0 -130)">
        <StrawHat />
      </g>
      <path d="M-12 -78Q-34 -60 -44 -30" fill="none" stroke={DARK} strokeWidth="10" strokeLinecap="round" />
      <g transform="translate(-50 -4)">
        <path d="M0 0V-24" stroke="#2c8a5f" strokeWidth="4" strokeLinecap="round" />
        <path d="M0 -20Q-18 -22 -18 -38Q-2 -38 0 -20ZM0 -24Q2 -42 18 -44Q18 -26 0 -24Z" fill="#3da873" />
      </g>
    </g>
  );
}
