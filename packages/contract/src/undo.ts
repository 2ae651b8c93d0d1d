/** How long undoing an action is offered. */
export const UNDO_MS = 10_000;
