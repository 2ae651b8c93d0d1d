import classes from './scene.module.css';
import { Curls, FeltHat, Person, Plait, StrawHat } from './scene-people.tsx';

const SKY = 'M16 232Q20 96 132 60T360 52Q462 96 466 224T414 374Q236 398 62 374Q14 326 16 232Z';

/** An assembly under a yellow guayacán. */
export const AssemblyScene = () => (
  <svg
    viewBox="0 0 480 400"
    className={classes.scene}
    role="img"
    aria-label="Una asamblea bajo un guayacán amarillo: una mujer con trenza, un señor de sombrero, una persona en silla de ruedas, un niño y otra vecina levantan la mano."
  >
    <clipPath id="cielo-asamblea">
      <path d={SKY} />
    </clipPath>
    <g clipPath="url(#cielo-asamblea)">
      <path d={SKY} className={classes.coolSky} />
      <path d="M0 312Q70 236 130 252T262 244T392 236T480 300V400H0Z" className={classes.far} />
      <path d="M0 340Q84 274 168 288T330 280T480 330V400H0Z" className={classes.near} />
    </g>
    <path d="M240 356V196M240 236L190 178M240 222L296 168" className={classes.trunk} />
    <g className={classes.crown}>
      <circle cx="150" cy="142" r="54" />
      <circle cx="212" cy="92" r="62" />
      <circle cx="290" cy="100" r="60" />
      <circle cx="336" cy="152" r="46" />
      <circle cx="244" cy="148" r="58" />
    </g>
    <g className={classes.crownLight}>
      <circle cx="196" cy="80" r="34" />
      <circle cx="282" cy="86" r="30" />
      <circle cx="140" cy="132" r="24" />
      <circle cx="244" cy="136" r="26" />
      <circle cx="338" cy="140" r="20" />
    </g>
    <path
      d="M4 392Q34 348 150 340T336 342Q452 350 476 390Q480 400 470 400H12Q2 400 4 392Z"
      className={classes.ground}
    />
    <Person
      at={[172, 354]}
      size={0.86}
      skin="#9a5c3a"
      ruana={['#2f6f9f', '#fbf8f2', '#f2b33d']}
      trousers="#44586b"
      head={<FeltHat />}
      armBehind="M12 -103Q30 -118 28 -152"
    />
    <Person
      at={[316, 356]}
      isTurned
      size={0.86}
      skin="#c58a5e"
      ruana={['#f2b33d', '#0e5e4e', '#b4482b']}
      trousers="#3d4f78"
      head={
        <>
          <Plait />
          <StrawHat />
        </>
      }
      armBehind="M12 -103Q32 -116 32 -150"
    />
    <Person
      at={[82, 382]}
      skin="#c58a5e"
      ruana={['#b4482b', '#fbf1dd', '#1d2a26']}
      trousers="#5c4334"
      head={<Plait />}
      armBehind="M12 -103Q34 -120 34 -158"
    />
    <Person
      at={[246, 388]}
      size={0.66}
      skin="#6f4028"
      ruana={['#fbf1dd', '#0e5e4e', '#f2b33d']}
      trousers="#b4482b"
      head={<Curls />}
      armBehind="M-12 -103Q-32 -120 -32 -156"
    />
    <InWheelchair />
    <path
      d="M30 366q2-12-6-18M30 366q0-14 7-22M142 392q2-10-6-16M142 392q2-12 8-18M330 394q2-10-6-16M330 394q2-12 8-18"
      className={classes.tuft}
    />
    <path
      d="M196 350q7-7 14 0q-7 7-14 0ZM284 366q7-7 14 0q-7 7-14 0ZM120 360q6-6 12 0q-6 6-12 0Z"
      className={classes.petal}
    />
  </svg>
);

const InWheelchair = () => (
  <g transform="translate(398 380)">
    <path
      d="M12 -100Q-16 -118 -20 -150"
      fill="none"
      stroke="#6f4028"
      strokeWidth="10"
      strokeLinecap="round"
    />
    <path d="M4 -40H-32V-8" fill="none" stroke="#44586b" strokeWidth="14" strokeLinejoin="round" />
    <path d="M-42 -4h17" stroke="#7a3a22" strokeWidth="8" strokeLinecap="round" />
    <path
      d="M28 -88V-36H-18L-28 6H-44"
      fill="none"
      className={classes.metal}
      strokeWidth="5"
      strokeLinejoin="round"
      strokeLinecap="round"
    />
    <path d="M-2 -98Q10 -104 22 -98L32 -42Q8 -32 -18 -42Z" fill="#0e5e4e" />
    <path d="M-12 -57Q8 -49 29 -57L31 -46Q8 -38 -16 -46Z" fill="#f2b33d" />
    <circle cx="8" cy="-116" r="15.500" fill="#6f4028" />
    <path
      d="M-1 -117v.1M-9 -117v.1"
      transform="translate(6 0)"
      stroke="#20120c"
      strokeWidth="3.400"
      strokeLinecap="round"
    />
    <path d="M-4 -109q5 4 9 0" fill="none" stroke="#20120c" strokeWidth="2" strokeLinecap="round" />
    <path
      d="M-8 -119Q-8 -134 8 -134T24 -116Q24 -104 20 -100Q22 -118 12 -124Q2 -126 -8 -119Z"
      fill="#1f1512"
    />
    <circle cx="14" cy="-18" r="27" fill="none" className={classes.metal} strokeWidth="6" />
    <path d="M14 -45V9M-13 -18H41M-5 -37L33 1M33 -37L-5 1" stroke="#c7d0cf" strokeWidth="2" />
    <circle cx="14" cy="-18" r="5" fill="#f2b33d" />
    <circle cx="-34" cy="6" r="8" fill="none" className={classes.metal} strokeWidth="5" />
  </g>
);
