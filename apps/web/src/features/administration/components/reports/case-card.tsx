import type { ReportCase, ReportDecision } from '@minga/contract/administration/reports';
import { useId } from 'react';
import { CaseActionsRow } from './case-actions-row.tsx';
import { CaseAppeal } from './case-appeal.tsx';
import { CaseAuthor } from './case-author.tsx';
import classes from './case-card.module.css';
import { CaseOutcome } from './case-outcome.tsx';
import { CaseReports } from './case-reports.tsx';
import { CaseTarget } from './case-target.tsx';

interface Props {
  readonly reported: ReportCase;
  /** From 1 on, of `total` cases in the queue. */
  readonly position: number;
  readonly total: number;
  /** The tab key stops at this case. */
  readonly isFirstStop: boolean;
  readonly isBusy: boolean;
  readonly onDecide: (decision: ReportDecision) => void;
  readonly onUndo: () => void;
}

/** All that a decision takes, at one glance: the content, the reports, the author's history and an appeal. */
export function CaseCard({ reported, position, total, isFirstStop, isBusy, onDecide, onUndo }: Props) {
  const id = useId();
  const { target, status } = reported;
  return (
    <article
      data-case={`${target.type}-${target.id}`}
      aria-labelledby={id}
      aria-posinset={position}
      aria-setsize={total}
      aria-busy={isBusy || undefined}
      tabIndex={isFirstStop ? 0 : -1}
      className={classes.case}
    >
      <CaseTarget reported={reported} titleId={id} />
      <CaseReports reported={reported} />
      <CaseAuthor author={reported.author} />
      <CaseAppeal reported={reported} />
      <div className={classes.foot}>
        {status === 'open' ? (
          <CaseActionsRow reported={reported} isBusy={isBusy} onDecide={onDecide} />
        ) : (
          <CaseOutcome reported={reported} isBusy={isBusy} onUndo={onUndo} />
        )}
      </div>
    </article>
  );
}
