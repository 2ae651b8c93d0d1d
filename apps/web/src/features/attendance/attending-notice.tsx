import { IconCircleCheck } from '@tabler/icons-react';
import classes from './attendance.module.css';

/** `hasPlace`: the places are limited, and the viewer has one. */
export const AttendingNotice = ({ hasPlace }: { readonly hasPlace: boolean }) => (
  <p className={`row strong ${classes.going}`}>
    <IconCircleCheck size={22} aria-hidden />
    <span>{hasPlace ? 'Vas a asistir: tienes cupo' : 'Vas a asistir'}</span>
  </p>
);
