import { IconCalendar, IconMapPin } from '@tabler/icons-react';
import { dateText, descriptionText, placeText } from '../activity-texts.ts';
import type { Choice } from '../choice.ts';
import classes from './chosen-activity.module.css';

/** Details that distinguish the chosen activity from others with the same title. */
export const ChosenActivity = ({ activity }: { activity: Choice }) => (
  <div className={classes.facts}>
    <p className={classes.fact}>
      <IconCalendar size={18} aria-hidden />
      <span>{dateText(activity.date)}</span>
    </p>
    <p className={classes.fact}>
      <IconMapPin size={18} aria-hidden />
      <span>{placeText(activity.place)}</span>
    </p>
    <p className={classes.description}>{descriptionText(activity.description)}</p>
  </div>
);
