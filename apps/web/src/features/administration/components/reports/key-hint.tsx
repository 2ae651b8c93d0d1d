import classes from './key-hint.module.css';

/**
 * The key of a button, in sight where there is a keyboard. Generated content, because text would have to be part of the button's
 * accessible name (WCAG 2.5.3); `aria-keyshortcuts` has the key.
 */
export const KeyHint = ({ name }: { readonly name: string }) => (
  <span className={classes.key} data-key={name} aria-hidden />
);
