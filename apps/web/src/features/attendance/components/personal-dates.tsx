import { Button } from '@mantine/core';
import type { PersonalAttendance } from '@minga/contract/personal-link';
import { longDate } from '../../../lib/dates.ts';
import classes from './personal-dates.module.css';

interface Props {
  readonly dates: PersonalAttendance['dates'];
  /** The activity that the page shows. */
  readonly shown: string;
  readonly onChoose: (taskId: string) => void;
}

/** All dates of the personal link of a series, to see or cancel each. */
export const PersonalDates = ({ dates, shown, onChoose }: Props) => (
  <section aria-labelledby="personal-dates" className={classes.dates}>
    <h2 id="personal-dates" className={classes.heading}>{`Tus ${dates.length} fechas`}</h2>
    <ul className={classes.list}>
      {dates.map(({ taskId, date, status }) => (
        <li key={taskId}>
          <Button
            fullWidth
            justify="start"
            classNames={{ label: classes.date }}
            variant={taskId === shown ? 'light' : 'default'}
            aria-pressed={taskId === shown}
            onClick={() => onChoose(taskId)}
          >
            {`${longDate(date)}${status !== 'confirmed' ? ' · en lista de espera' : ''}`}
          </Button>
        </li>
      ))}
    </ul>
  </section>
);
