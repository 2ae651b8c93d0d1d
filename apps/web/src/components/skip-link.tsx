import classes from './skip-link.module.css';

/** The first focusable element: skips the top bar to the page's `#contenido`. */
export const SkipLink = () => (
  <a href="#contenido" className={classes.skip}>
    Saltar al contenido
  </a>
);
