import { hoursText } from '@minga/contract/hours';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { longDate } from '../../../lib/dates.ts';
import type { YearOfHours } from '../hours-by-year.ts';
import { CertificateButton } from './certificate-button.tsx';
import classes from './hours.module.css';

/** The activities of one year in which the user helped. */
export function HoursOfYear({ year: { year, total, items } }: { year: YearOfHours }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.section}>
      <h2 id={id} className={classes.title}>
        <span>{`${year} `}</span>
        <span className={classes.sum}>{hoursText(total)}</span>
      </h2>
      <ul className={classes.list}>
        {items.map(({ _id, taskId, title, date, place, collective, hours, isDeleted, isInReview }) => (
          <li key={_id} className={classes.activity}>
            <div>
              <h3 className={classes.name}>
                {isDeleted || isInReview ? (
                  title
                ) : (
                  <Link to="/actividades/$id" params={{ id: taskId }} className={classes.link}>
                    {title}
                  </Link>
                )}
              </h3>
              <p className={classes.fact}>{longDate(date)}</p>
              <p className={classes.fact}>
                {[collective, place].filter(known => known !== null && known !== '').join(' · ')}
              </p>
              {isInReview && (
                <p className={classes.fact}>La administración revisa la actividad; tus horas cuentan.</p>
              )}
              {isDeleted && <p className={classes.fact}>La actividad se eliminó; tus horas se conservan.</p>}
            </div>
            <p className={classes.hours}>{hoursText(hours)}</p>
            <CertificateButton of={{ attendanceId: _id }} description={title} />
          </li>
        ))}
      </ul>
    </section>
  );
}
