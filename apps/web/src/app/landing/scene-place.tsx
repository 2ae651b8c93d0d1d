import classes from './minga-scene.module.css';

/** Sun, volcano, hills and the white town with its clock tower. */
export function Town() {
  return (
    <g>
      <circle cx="540" cy="130" r="66" className={classes.sun} />
      <path
        d="M52 400L118 226Q128 210 140 218L196 250L330 96Q344 84 360 84H384Q398 84 410 98L560 262L622 222Q636 214 644 228L684 400Z"
        className={classes.far}
      />
      <path
        d="M304 126L330 96Q344 84 360 84H384Q398 84 410 98L438 128L414 146L394 128L370 150L346 126L326 144Z"
        className={classes.snow}
      />
      <path d="M372 78Q360 58 376 44T372 14" className={classes.smoke} />
      <path
        d="M8 520C8 396 20 332 70 318S262 310 340 330S520 340 590 314S704 372 712 520Z"
        className={classes.near}
      />
      <g transform="translate(62 232)">
        <path d="M0 64h92v46H0z" className={classes.wall} />
        <path d="M-8 66L14 42H80L100 66Z" className={classes.roof} />
        <path d="M92 20h44v90H92z" className={classes.wall} />
        <path d="M86 22L114 -8L142 22Z" className={classes.roof} />
        <path d="M136 72h70v38h-70z" className={classes.wall} />
        <path d="M132 74L148 54H196L212 74Z" className={classes.roof} />
        <circle cx="114" cy="42" r="10" className={classes.clock} />
        <path d="M114 36v6l4 3" className={classes.hand} />
        <path
          d="M106 110V86q0 -8 8 -8t8 8v24zM14 110V90q0 -7 7 -7t7 7v20zM40 110V90q0 -7 7 -7t7 7v20zM66 110V90q0 -7 7 -7t7 7v20zM150 110V94q0 -6 6 -6t6 6v16zM178 110V94q0 -6 6 -6t6 6v16z"
          className={classes.door}
        />
      </g>
    </g>
  );
}

/** The field in the foreground, with furrows and seedlings. */
export function Field() {
  const seedlings = [44, 190, 318, 386, 480, 598, 684];
  return (
    <g>
      <path
        d="M0 520C6 446 60 400 160 384S330 384 420 386S560 374 616 380S716 440 720 520Z"
        className={classes.field}
      />
      <path
        d="M66 424Q260 394 660 404M28 456Q280 424 694 436M10 492Q300 460 710 474"
        className={classes.furrow}
      />
      {seedlings.map((x, index) => (
        <g key={x} transform={`translate(${x} ${index % 2 === 0 ? 502 : 496})`} className={classes.plant}>
          <path d="M0 0Q-13 -2 -14 -15Q0 -14 0 0ZM0 0Q1 -15 14 -18Q14 -4 0 0Z" />
        </g>
      ))}
    </g>
  );
}
