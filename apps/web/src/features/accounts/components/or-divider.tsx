import classes from './or-divider.module.css';

/** Separates two ways to sign in. */
export const OrDivider = () => <p className={classes.or}>o</p>;
