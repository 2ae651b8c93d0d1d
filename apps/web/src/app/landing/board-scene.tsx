import classes from './scene.module.css';
import { Person, Plait, StrawHat } from './scene-people.tsx';

const SKY = 'M20 250Q14 120 130 74T352 40Q456 70 464 214T420 372Q240 396 64 376Q22 340 20 250Z';

/** The village's notice board with the date and the list of attendees, and two people next to it. */
export const BoardScene = () => (
  <svg
    viewBox="0 0 480 400"
    className={classes.scene}
    role="img"
    aria-label="Dos personas ante la cartelera de la vereda: una señala el día en el calendario, la otra anota quién va."
  >
    <clipPath id="cielo-cartelera">
      <path d={SKY} />
    </clipPath>
    <g clipPath="url(#cielo-cartelera)">
      <path d={SKY} className={classes.sky} />
      <path
        d="M0 320L96 212Q106 202 118 212L168 262L244 176Q256 166 270 178L356 274L408 232Q418 224 430 234L480 280V400H0Z"
        className={classes.far}
      />
    </g>
    <path
      d="M6 392Q26 336 128 324T330 330Q452 344 474 390Q478 400 468 400H14Q4 400 6 392Z"
      className={classes.ground}
    />
    <path d="M132 116h16v236h-16zM340 116h16v236h-16z" className={classes.wood} />
    <path d="M112 116h264v176H112z" className={classes.wood} />
    <path d="M124 128h240v152H124z" className={classes.cork} />
    <path d="M88 120L126 72H362L400 120Z" className={classes.roof} />
    <path
      d="M126 118l18-44M166 118l10-44M206 118l5-44M246 118v-44M286 118l-5-44M326 118l-10-44M366 118l-18-44"
      className={classes.tiles}
    />
    <Leaf />
    <List />
    <g transform="translate(306 214) rotate(5)">
      <path d="M-4-70h46v46H-4z" fill="#f2b33d" />
      <path d="M19-62l9 15-9 15-9-15Z" fill="#b4482b" />
      <path d="M-4-8h46v46H-4z" fill="#2f6f9f" />
      <path d="M4 22q7-14 15 0t15 0M4 8q7-14 15 0t15 0" fill="none" stroke="#fbf8f2" strokeWidth="4" />
    </g>
    <Person
      at={[76, 372]}
      size={1.06}
      skin="#c58a5e"
      ruana={['#b4482b', '#f2b33d', '#fbf1dd']}
      trousers="#3d4f78"
      head={<Plait />}
      armBefore="M9 -101Q34 -104 64 -132"
    />
    <Person
      at={[418, 376]}
      isTurned
      size={1.06}
      skin="#6f4028"
      ruana={['#0e5e4e', '#fbf1dd', '#f2b33d']}
      trousers="#5c4334"
      head={<StrawHat />}
      armBefore="M10 -101Q14 -80 36 -76"
    >
      <path
        d="M28 -104l28 5-7 40-28-5z"
        fill="#fffdf7"
        stroke="#a8743f"
        strokeWidth="4"
        strokeLinejoin="round"
      />
      <path
        d="M33 -92l14 2.500M31 -82l14 2.500M29 -72l10 1.800"
        stroke="#c9bda6"
        strokeWidth="3.500"
        strokeLinecap="round"
      />
    </Person>
    <path
      d="M188 376q2-14-8-22M188 376q0-16 8-26M188 376q4-8 14-12M286 386q2-12-6-18M286 386q0-14 7-22M24 392q2-10-6-16M24 392q2-12 8-18"
      className={classes.tuft}
    />
  </svg>
);

const Leaf = () => (
  <g transform="translate(138 142) rotate(-2)">
    <rect width="66" height="84" rx="6" className={classes.paper} />
    <path d="M0 22V6q0-6 6-6h54q6 0 6 6v16Z" fill="#b4482b" />
    <path d="M14 12h38" stroke="#fbf1dd" strokeWidth="5" strokeLinecap="round" />
    <path
      d="M44 36H25l-2 17q5-4 11-4 12 0 12 12T33 73q-8 0-12-5"
      fill="none"
      stroke="#1d2a26"
      strokeWidth="6.500"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
    <circle cx="33" cy="-3" r="5" fill="#0e5e4e" />
  </g>
);

const List = () => (
  <g transform="translate(216 138)">
    <rect width="74" height="130" rx="6" className={classes.paper} />
    <circle cx="37" cy="-1" r="5" fill="#0e5e4e" />
    <path d="M11 27l5 6 9-12M11 55l5 6 9-12M11 83l5 6 9-12" className={classes.tick} />
    <path d="M35 27h28M35 55h20M35 83h26M35 109h16" className={classes.line} />
    <path d="M11 103h12v12H11z" fill="none" stroke="#c9bda6" strokeWidth="3.500" strokeLinejoin="round" />
  </g>
);
