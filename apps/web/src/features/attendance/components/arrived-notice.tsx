import { IconCircleCheck } from '@tabler/icons-react';
import { now } from '../../../lib/now.ts';
import { arrivalTimeText } from '../arrival-time-text.ts';
import classes from './attending-notice.module.css';

/** To the attendee: the door has checked the party in. */
export const ArrivedNotice = ({ checkedInAt }: { readonly checkedInAt: string }) => (
  <p className={classes.going}>
    <IconCircleCheck size={22} aria-hidden />
    <span>{`Registraron tu llegada ${arrivalTimeText(checkedInAt, now())}`}</span>
  </p>
);
