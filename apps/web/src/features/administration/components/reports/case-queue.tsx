import type { ReportCase } from '@minga/contract/administration/reports';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { LoadMore } from '../../../../components/load-more.tsx';
import { LoadingStatus } from '../../../../components/loading-status.tsx';
import { useIntentDialog } from '../../../../components/use-intent-dialog.ts';
import { digits } from '../../../../lib/digits.ts';
import { now } from '../../../../lib/now.ts';
import { type CaseStatus, reportCases } from '../../api/report-cases.ts';
import { canUndo, decisionsOf } from '../../case-decisions.ts';
import { caseKey } from '../../case-key.ts';
import type { CaseCommand } from '../../case-keys.ts';
import { useReportedError } from '../../dashboard-errors.tsx';
import type { ExplainedDecision } from '../../reason-templates.ts';
import { useCaseActions } from '../../use-case-actions.ts';
import { useCaseFocus } from '../../use-case-focus.ts';
import { ListSkeleton } from '../lists/list-skeleton.tsx';
import { TabError } from '../tab-error.tsx';
import { CaseCard } from './case-card.tsx';
import classes from './case-queue.module.css';
import { DecisionDialog } from './decision-dialog.tsx';
import { NoCases } from './no-cases.tsx';
import { ShortcutsButton, ShortcutsDialog } from './shortcuts-dialog.tsx';

type Intent = { readonly kind: 'help' } | { readonly kind: ExplainedDecision; readonly of: ReportCase };

/** The cases of a status, by mouse or by keyboard (case-keys.ts). */
export function CaseQueue({ status }: { readonly status: CaseStatus }) {
  const list = useInfiniteQuery(reportCases(status));
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const actions = useCaseActions();
  const { intent, isOpen, openWith, close } = useIntentDialog<Intent>();
  const cases = list.data?.rows ?? [];
  const focus = useCaseFocus(cases.map(caseKey), heading, run);
  useReportedError(list.error, 'Error al obtener los reportes');

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
    if (command === 'undo') {
      const undone = status === 'open' ? actions.lastDecided() : reported;
      if (undone && (status === 'open' || canUndo(undone, now()))) void undo(undone);
      return;
    }
    if (command === 'next' || command === 'previous') return focus.move(command, key);
    if (status === 'open' && reported && decisionsOf(reported).includes(command)) choose(reported, command);
  }

  function choose(reported: ReportCase, decision: 'dismiss' | ExplainedDecision) {
    if (actions.isBusy(reported)) return;
    if (decision === 'dismiss') void decide(reported, { decision, note: '' });
    else openWith({ kind: decision, of: reported });
  }

  if (list.data === undefined)
    return list.error === null ? (
      <>
        <LoadingStatus text="Cargando reportes..." isHidden />
        <ListSkeleton />
      </>
    ) : (
      <div className={classes.queue}>
        <TabError
          text="No pudimos traer los reportes."
          isBusy={list.isFetching}
          retry={() => void list.refetch()}
        />
      </div>
    );

  const { total } = list.data;
  return (
    <section {...focus.queue} aria-labelledby={headingId} className={classes.queue}>
      <div className={classes.head}>
        <h2 id={headingId} ref={heading} tabIndex={-1} className={classes.heading}>
          {countText(total, status)}
        </h2>
        {total > 0 && <ShortcutsButton onClick={() => openWith({ kind: 'help' })} />}
      </div>
      {total === 0 ? (
        <NoCases status={status} />
      ) : (
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
      {total > cases.length && (
        <LoadMore
          shown={cases.length}
          total={total}
          hasMore={list.hasNextPage}
          isLoading={list.isFetchingNextPage}
          hasFailed={list.isFetchNextPageError}
          isByButton
          onMore={() => void list.fetchNextPage()}
        />
      )}
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

function countText(total: number, status: CaseStatus): string {
  if (status === 'closed') return `${digits(total)} ${total === 1 ? 'decidido' : 'decididos'}`;
  return `${digits(total)} por revisar`;
}
