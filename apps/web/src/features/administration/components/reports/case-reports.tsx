import type { ReportCase } from '@minga/contract/administration/reports';
import { digits } from '../../../../lib/digits.ts';
import { now } from '../../../../lib/now.ts';
import { timeAgo } from '../../../../lib/time-ago.ts';
import { reasonNames, reportsText } from '../../case-words.ts';
import classes from './case-details.module.css';

/** The reports by reason, and the texts of the latest. */
export function CaseReports({
  reported: { reports, reasons, latestReports },
}: {
  readonly reported: ReportCase;
}) {
  const told = latestReports.filter(({ text }) => text !== '');
  return (
    <div className={classes.part}>
      <h4 className={classes.name}>{reportsText(reports)}</h4>
      {reasons.length > 0 && (
        <ul className={classes.reasons} aria-label="Motivos">
          {reasons.map(({ reason, count }) => (
            <li key={reason} className={classes.chip}>
              <span>{`${reasonNames[reason]} `}</span>
              <strong>{digits(count)}</strong>
            </li>
          ))}
        </ul>
      )}
      {told.length > 0 && (
        <ul className={classes.texts} aria-label="Lo que cuentan">
          {told.map(({ reason, text, createdAt, hasAccount }) => (
            <li key={`${createdAt}-${text}`}>
              <q className={classes.quote}>{text}</q>
              <span className={classes.detail}>
                {`${reasonNames[reason]} · ${hasAccount ? 'con cuenta' : 'sin cuenta'} · ${timeAgo(createdAt, now())}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
