import type { Limit } from '../../platform/limits/limits.ts';

const HOUR = 60 * 60;

/** Calls that email an address given by the caller, so that one origin cannot email a whole town. */
export const confirmByOrigin: Limit = { name: 'confirm-origin', times: 300, seconds: HOUR };
/** Emails to one address, counted over all callers and origins. */
export const emailByRecipient: Limit = { name: 'attendance-letter-email', times: 10, seconds: HOUR };

export const linkByOrigin: Limit = { name: 'attendance-link-origin', times: 20, seconds: HOUR };
export const linkByEmail: Limit = { name: 'attendance-link-email', times: 3, seconds: HOUR };
