import classes from './skip-link.module.css';

/** The first thing that the keyboard meets: past the top bar, to the page's `#contenido`. */
export const SkipLink = () => (
  <a href="#contenido" className={classes.skip}>
    Saltar al contenido
  </a>
);
