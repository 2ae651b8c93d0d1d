import { siteName } from '../../lib/site-name.ts';
import classes from './logo.module.css';

/** The mochila and the name. The name is text, so that a link around it needs no label. */
export function Logo() {
  return (
    <span className={classes.logo}>
      <svg viewBox="0 0 32 32" className={classes.bag} aria-hidden="true" data-logo="">
        <path d="M9.5 13.5C8.6 3.6 23.4 3.6 22.5 13.5" className={classes.strap} />
        <path d="M4.5 12h23l-1.5 13.2a4 4 0 0 1-4 3.8H10a4 4 0 0 1-4-3.8z" className={classes.cloth} />
        <path d="M5.3 19.4l3.6-4 3.55 4 3.55-4 3.55 4 3.55-4 3.6 4" className={classes.thread} />
        <path d="M16 20.6l2.6 2.7-2.6 2.7-2.6-2.7z" className={classes.stitch} />
        <path
          d="M9.8 21.6l1.7 1.7-1.7 1.7-1.7-1.7zM22.2 21.6l1.7 1.7-1.7 1.7-1.7-1.7z"
          className={classes.seed}
        />
      </svg>
      <span>{siteName}</span>
    </span>
  );
}
