import { IconCalendar, IconMapPin } from '@tabler/icons-react';
import type { Choice } from '../choice.ts';
import { shownDate, shownDescription, shownPlace } from '../shown-activity.ts';
import classes from './chosen-activity.module.css';

/** What the chosen activity is, so that nobody takes it for another of the same name. */
export const ChosenActivity = ({ activity }: { activity: Choice }) => (
  <div className={classes.facts}>
    <p className={classes.fact}>
      <IconCalendar size={18} aria-hidden />
      {shownDate(activity.date)}
    </p>
    <p className={classes.fact}>
      <IconMapPin size={18} aria-hidden />
      {shownPlace(activity.place)}
    </p>
    <p className={classes.description}>{shownDescription(activity.description)}</p>
  </div>
);
