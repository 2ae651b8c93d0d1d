/** How long the app offers to undo an action, in milliseconds. */
export const UNDO_MS = 10_000;
