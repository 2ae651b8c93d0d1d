import type { ReportCase } from '@minga/contract/administration/reports';
import { type ReactNode, type RefObject, useId, useRef } from 'react';
import { useIntentDialog } from '../../../../components/use-intent-dialog.ts';
import { now } from '../../../../lib/now.ts';
import type { CaseStatus } from '../../api/report-cases.ts';
import { canUndo, decisionsOf } from '../../case-decisions.ts';
import { caseKey } from '../../case-key.ts';
import type { CaseCommand } from '../../case-keys.ts';
import type { ExplainedDecision } from '../../reason-templates.ts';
import { useCaseActions } from '../../use-case-actions.ts';
import { useCaseFocus } from '../../use-case-focus.ts';
import { CaseCard } from './case-card.tsx';
import classes from './case-queue.module.css';
import { DecisionDialog } from './decision-dialog.tsx';
import { ShortcutsButton, ShortcutsDialog } from './shortcuts-dialog.tsx';

interface Props {
  readonly title: string;
  readonly status: CaseStatus;
  /** The first ones of `total`. */
  readonly cases: readonly ReportCase[];
  readonly total: number;
  /** Focused when no case is left; by default the title. */
  readonly fallback?: RefObject<HTMLElement | null>;
  /** Below the cases. */
  readonly children?: ReactNode;
}

type Intent = { readonly kind: 'help' } | { readonly kind: ExplainedDecision; readonly of: ReportCase };

/** Cases, decided by mouse or by keyboard (case-keys.ts). */
export function CaseList({ title, status, cases, total, fallback, children }: Props) {
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const actions = useCaseActions();
  const { intent, isOpen, openWith, close } = useIntentDialog<Intent>();
  const focus = useCaseFocus(cases.map(caseKey), fallback ?? heading, run);

  /** Afterwards the focus is on the next case. */
  async function decide(reported: ReportCase, ...decision: DecisionArguments) {
    const key = caseKey(reported);
    const restore = focus.afterRemoval(key);
    await actions.decide(reported, ...decision);
    restore();
  }

  async function undo(reported: ReportCase) {
    const key = caseKey(reported);
    const restore = focus.afterRemoval(key);
    await actions.undo(reported);
    if (status === 'open') focus.toCase(key);
    else restore();
  }

  function run(command: CaseCommand, key: string | null) {
    if (command === 'help') return openWith({ kind: 'help' });
    const reported = cases.find(one => caseKey(one) === key);
    if (command === 'next' || command === 'previous') return focus.move(command, key);
    // In the open queue an undo is about the case that has left.
    if (focus.hasJustMoved() && !(command === 'undo' && status === 'open')) return;
    if (command === 'undo') {
      const undone = status === 'open' ? actions.lastDecided() : reported;
      if (undone && (status === 'open' || canUndo(undone, now()))) void undo(undone);
      return;
    }
    if (status === 'open' && reported && decisionsOf(reported).includes(command)) choose(reported, command);
  }

  function choose(reported: ReportCase, decision: 'dismiss' | ExplainedDecision) {
    if (actions.isBusy(reported)) return;
    if (decision === 'dismiss') void decide(reported, { decision, note: '' });
    else openWith({ kind: decision, of: reported });
  }

  return (
    <section {...focus.queue} aria-labelledby={headingId} className={classes.queue}>
      <div className={classes.head}>
        <h2 id={headingId} ref={heading} tabIndex={-1} className={classes.heading}>
          {title}
        </h2>
        {total > 0 && <ShortcutsButton onClick={() => openWith({ kind: 'help' })} />}
      </div>
      {total > 0 && (
        <div {...focus.feed} role="feed" aria-labelledby={headingId} className={classes.cases}>
          {cases.map((reported, index) => (
            <CaseCard
              key={caseKey(reported)}
              reported={reported}
              position={index + 1}
              total={total}
              isFirstStop={focus.isStop(caseKey(reported))}
              isBusy={actions.isBusy(reported)}
              onDecide={decision => choose(reported, decision)}
              onUndo={() => void undo(reported)}
            />
          ))}
        </div>
      )}
      {children}
      {intent !== null && intent.kind !== 'help' && (
        <DecisionDialog
          key={`${caseKey(intent.of)}-${intent.kind}`}
          reported={intent.of}
          decision={intent.kind}
          isOpen={isOpen}
          isBusy={actions.isBusy(intent.of)}
          onClose={close}
          onDecide={(note, handlers) => decide(intent.of, { decision: intent.kind, note }, handlers)}
        />
      )}
      {intent?.kind === 'help' && <ShortcutsDialog status={status} isOpen={isOpen} onClose={close} />}
    </section>
  );
}

type DecisionArguments =
  Parameters<ReturnType<typeof useCaseActions>['decide']> extends [unknown, ...infer Rest] ? Rest : never;
