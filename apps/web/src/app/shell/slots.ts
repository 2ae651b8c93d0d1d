import { createSlot } from '../../lib/slot.ts';

// Filled by app/installed, whose code comes after the first screen.

/** A line below the bar about the app itself. */
export const notice = createSlot();

/** How old what is shown is, in the place of the offline banner's own words. */
export const shownAge = createSlot();

/** One more entry of the account's menu. */
export const menuEntry = createSlot();
