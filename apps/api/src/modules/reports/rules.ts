import { DECISION_UNDO_MINUTES, type ReportDecision } from '@minga/contract/administration/reports';
import type { ReportTargetType } from '@minga/contract/reports';

/** Irreversible effects follow a decision after this time. */
export const effectsDueAt = (decidedAt: Date): Date =>
  new Date(decidedAt.getTime() + DECISION_UNDO_MINUTES * 60_000);

const SOON_MS = 48 * 60 * 60_000;

/** An activity that begins or lasts in this time cannot wait: a report about it is decided before others. */
export const soonAfter = (now: Date): { from: Date; until: Date } => ({
  from: now,
  until: new Date(now.getTime() + SOON_MS),
});

const hiddenStatuses = { activity: 'rejected', collective: 'inactive', memory: 'hidden' } as const;

export const isHidden = (type: ReportTargetType, status: string): boolean => status === hiddenStatuses[type];

const shownStatuses = { activity: 'approved', collective: 'active', memory: 'visible' } as const;

interface Waiting {
  readonly status: string;
  readonly hasAppeal: boolean;
}

/** An open case is about what was hidden before: an activity with an appeal, or a memory that its organisers have edited. */
export const isReview = (type: ReportTargetType, { status, hasAppeal }: Waiting): boolean =>
  hasAppeal || (type === 'memory' && isHidden(type, status));

/** The status that a decision gives its target at once; null: it leaves it as it is. */
export function statusAfter(
  type: ReportTargetType,
  decision: ReportDecision,
  waiting: Waiting,
): string | null {
  if (decision !== 'dismiss') return hiddenStatuses[type];
  return isReview(type, waiting) && isHidden(type, waiting.status) ? shownStatuses[type] : null;
}

/** The state before a decision: an activity that is still hidden after an appeal counts as public if its hiding was never announced. */
export const shownBefore = <State extends { readonly status: string }>(
  type: ReportTargetType,
  state: State,
  isAnnounced: boolean,
): State =>
  type === 'activity' && isHidden(type, state.status) && !isAnnounced
    ? { ...state, status: 'approved' }
    : state;
