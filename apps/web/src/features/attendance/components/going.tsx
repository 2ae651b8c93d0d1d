import { IconCircleCheck } from '@tabler/icons-react';
import classes from './going.module.css';

/** That one comes, as a statement. */
export const Going = () => (
  <p className={classes.going}>
    <IconCircleCheck size={22} aria-hidden />
    Vas a asistir
  </p>
);
