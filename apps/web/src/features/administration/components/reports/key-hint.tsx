import classes from './key-hint.module.css';

/** The key of a button, in sight where there is a keyboard. */
export const KeyHint = ({ children }: { readonly children: string }) => (
  <kbd className={classes.key} aria-hidden>
    {children}
  </kbd>
);
