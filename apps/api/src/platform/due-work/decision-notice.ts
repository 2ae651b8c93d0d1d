import { UNDO_MS } from '@minga/contract/undo';

const UNDO_MARGIN_MS = 5_000;

/**
 * When a decision of administration is announced to the people that it is about. Until then it can be undone. The delay is longer than
 * the button is shown, so that a press in its last second arrives in time over a slow network.
 */
export const decisionNoticeDueAt = (decidedAt: Date): Date =>
  new Date(decidedAt.getTime() + UNDO_MS + UNDO_MARGIN_MS);
