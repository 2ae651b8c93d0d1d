import classes from './help-entry.module.css';

/** Links to the manual, whose pages are separate documents. */
export const HelpEntry = ({ className }: { className: string | undefined }) => (
  <a href="/ayuda" className={className}>
    <span className={classes.sign} aria-hidden>
      ?
    </span>
    Ayuda
  </a>
);
