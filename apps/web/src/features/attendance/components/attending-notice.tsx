import { IconCircleCheck } from '@tabler/icons-react';
import classes from './attending-notice.module.css';

export const AttendingNotice = () => (
  <p className={classes.going}>
    <IconCircleCheck size={22} aria-hidden />
    Vas a asistir
  </p>
);
