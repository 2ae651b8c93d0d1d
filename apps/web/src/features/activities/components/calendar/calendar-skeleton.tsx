import { Skeleton } from '@mantine/core';
import classes from './calendar-skeleton.module.css';

/** A placeholder as high as the month's table. */
export const CalendarSkeleton = ({ weeks }: { weeks: number }) => (
  <div className={classes.weeks} aria-hidden="true">
    {Array.from({ length: weeks }, (_, index) => `week-${index}`).map(week => (
      <Skeleton key={week} className={classes.week} height="auto" />
    ))}
  </div>
);
