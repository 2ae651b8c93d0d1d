import type { ReportCase } from '@minga/contract/administration/reports';
import { IconScale } from '@tabler/icons-react';
import { now } from '../../../../lib/now.ts';
import { timeAgo } from '../../../../lib/time-ago.ts';
import { decisionDone } from '../../case-decisions.ts';
import classes from './case-details.module.css';

/** The author's appeal, with the decision that it is about. */
export function CaseAppeal({
  reported: { appeal, decision, target, status },
}: {
  readonly reported: ReportCase;
}) {
  if (appeal === null) return null;
  const title = status === 'open' ? 'Piden que se revise de nuevo' : 'Pidieron que se revisara de nuevo';
  return (
    <div className={classes.appeal}>
      <h4 className={classes.name}>
        <IconScale size={18} aria-hidden />
        {title}
      </h4>
      <q className={classes.quote}>{appeal.text}</q>
      <p className={classes.detail}>{timeAgo(appeal.at, now())}</p>
      {status === 'open' && decision !== null && (
        <p className={classes.before}>
          <strong>{decisionDone(decision.decision, target)} antes:</strong> {decision.note}
        </p>
      )}
    </div>
  );
}
