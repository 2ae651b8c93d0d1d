import { createSlot } from '../../lib/slot.ts';

// Filled by app/installed, a deferred script, and the dialog by the call that needs it.

/** A line below the bar, about updates and installation. */
export const notice = createSlot();

/** What this browser has not sent yet, and outcomes that the viewer has not seen. */
export const outbox = createSlot();

/** The age of the displayed data, replacing the offline banner's default text. */
export const shownAge = createSlot();

/** The dialog that asks for a proof of identity. */
export const identityDialog = createSlot();

/** An additional entry of the account menu. */
export const menuEntry = createSlot();
