import classes from './phone-scene.module.css';
import scene from './scene.module.css';

/** A phone with an activity, a new notification and a list that is available offline. */
export const PhoneScene = () => (
  <svg
    viewBox="0 0 400 420"
    className={scene.scene}
    role="img"
    aria-label="Un celular con una actividad de Minga en la pantalla; al lado, un aviso que acaba de llegar y una lista guardada para leer sin internet."
  >
    <circle cx="292" cy="112" r="62" className={scene.sun} />
    <path d="M0 420C10 340 90 316 200 316S390 340 400 420Z" className={classes.hills} />
    <rect x="96" y="26" width="212" height="430" rx="34" className={classes.body} />
    <rect x="107" y="38" width="190" height="430" rx="24" className={classes.screen} />
    <g transform="translate(122 58)">
      <path d="M4 9Q4-3 12-3T20 9" fill="none" stroke="#b4482b" strokeWidth="3" />
      <path d="M0 8h24l-2 14q-1 5-6 5H8q-5 0-6-5Z" fill="#0e5e4e" />
      <path d="M2 16l5-5 5 5 5-5 5 5" fill="none" stroke="#f2b33d" strokeWidth="2.500" />
      <path d="M34 14h44" className={classes.strong} />
      <path
        d="M140 18q5-4 5-12a10 10 0 0 1 20 0q0 8 5 12ZM151 22a4.500 4.500 0 0 0 8 0"
        transform="translate(-10 2) scale(.95)"
        className={classes.bell}
      />
      <circle cx="146" cy="3" r="6" fill="#c62f2f" />
    </g>
    <g transform="translate(122 104)">
      <rect width="160" height="178" rx="12" className={classes.card} />
      <path d="M0 12Q0 0 12 0H148Q160 0 160 12V84H0Z" fill="#0e5e4e" />
      <path
        d="M0 42l20-20 20 20 20-20 20 20 20-20 20 20 20-20 20 20M0 62l20-20 20 20 20-20 20 20 20-20 20 20 20-20 20 20"
        fill="none"
        stroke="#f2b33d"
        strokeWidth="5"
      />
      <path
        d="M20 46l9 9-9 9-9-9ZM60 46l9 9-9 9-9-9ZM100 46l9 9-9 9-9-9ZM140 46l9 9-9 9-9-9Z"
        fill="#fbf8f2"
        transform="translate(0 -10)"
      />
      <path d="M14 102h96M14 118h62" className={classes.strong} />
      <rect x="14" y="132" width="34" height="36" rx="6" className={classes.leaf} />
      <path d="M14 144V138q0-6 6-6h22q6 0 6 6v6Z" fill="#b4482b" />
      <path d="M37 149H27l-1 7q7-3 10 2t-3 7q-4 1-8-1" className={classes.digit} />
      <path d="M60 142h76M60 158h48" className={classes.soft} />
    </g>
    <rect x="122" y="296" width="160" height="44" rx="12" fill="#0e5e4e" />
    <path d="M162 318h80" stroke="#fbf8f2" strokeWidth="7" strokeLinecap="round" />
    <g transform="translate(122 356)">
      <rect width="160" height="90" rx="12" className={classes.card} />
      <path d="M16 24h96M16 42h62" className={classes.strong} />
    </g>
    <g transform="translate(216 158)">
      <rect width="176" height="72" rx="16" className={classes.notice} />
      <circle cx="36" cy="36" r="21" fill="#f2b33d" />
      <path d="M25 42q4-3 4-9a7 7 0 0 1 14 0q0 6 4 9ZM33 46a3.500 3.500 0 0 0 6 0" fill="#1d2a26" />
      <path d="M70 28h84" className={classes.strong} />
      <path d="M70 46h58" className={classes.soft} />
    </g>
    <g transform="translate(6 268)">
      <rect width="146" height="72" rx="16" className={classes.notice} />
      <path d="M22 46a11 11 0 0 1 2-22 16 16 0 0 1 30-3 13 13 0 0 1 5 25Z" className={classes.cloud} />
      <path d="M20 56L60 14" className={classes.slash} />
      <path d="M84 28h42M84 46h28" className={classes.strong} />
    </g>
  </svg>
);
