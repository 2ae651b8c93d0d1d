import { IconCircleCheck } from '@tabler/icons-react';
import { clockTime, isSameDay, longDate } from '../../lib/dates/dates.ts';
import { now } from '../../lib/dates/now.ts';
import classes from './attendance.module.css';

/** To the attendee: the door has checked the party in, or the attendee with the code of the place. */
export const ArrivedNotice = ({ checkedInAt }: { readonly checkedInAt: string }) => (
  <p className={`row strong ${classes.going}`}>
    <IconCircleCheck size={22} aria-hidden />
    <span>{`Llegaste ${arrivalTimeText(checkedInAt, now())}`}</span>
  </p>
);

/** 'a las 9:05 a. m.', 'a la 1:05 p. m.', or with the day if it is not that of `now`. */
export function arrivalTimeText(checkedInAt: string, now: Date): string {
  if (!isSameDay(checkedInAt, now)) return `el ${longDate(checkedInAt)}`;
  const time = clockTime(checkedInAt);
  return `${time.startsWith('1:') ? 'a la' : 'a las'} ${time}`;
}
