import type { ReportCase } from '@minga/contract/administration/reports';
import { IconScale } from '@tabler/icons-react';
import { now } from '../../../../lib/now.ts';
import { timeAgo } from '../../../../lib/time-ago.ts';
import { decisionDone, isReview } from '../../case-decisions.ts';
import classes from './case-details.module.css';

/** The author's appeal, or that a hidden memory was edited, with the decision that it is about. */
export function CaseAppeal({ reported }: { readonly reported: ReportCase }) {
  const { appeal, decision, status } = reported;
  const isOpen = status === 'open';
  if (appeal === null && !(isOpen && isReview(reported))) return null;
  return (
    <div className={classes.appeal}>
      <h4 className={classes.name}>
        <IconScale size={18} aria-hidden />
        <span>{titleOf(reported)}</span>
      </h4>
      {appeal !== null && <q className={classes.quote}>{appeal.text}</q>}
      <p className={classes.detail}>{timeAgo(appeal?.at ?? reported.openedAt, now())}</p>
      {isOpen && decision !== null && (
        <p className={classes.before}>
          <strong>{`${decisionDone(decision.decision, reported)} antes:`}</strong>
          <span>{` ${decision.note}`}</span>
        </p>
      )}
    </div>
  );
}

function titleOf({ appeal, status }: ReportCase): string {
  if (appeal === null) return 'La corrigieron después de que se ocultó';
  return status === 'open' ? 'Piden que se revise de nuevo' : 'Pidieron que se revisara de nuevo';
}
