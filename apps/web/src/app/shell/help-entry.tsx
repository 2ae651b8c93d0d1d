import classes from './help-entry.module.css';

/** To the manual, which is documents of its own, no screens of this app. */
export const HelpEntry = ({ className }: { className: string | undefined }) => (
  <a href="/ayuda" className={className}>
    <span className={classes.sign} aria-hidden>
      ?
    </span>
    Ayuda
  </a>
);
