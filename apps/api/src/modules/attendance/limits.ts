import type { Limit } from '../../platform/limits/limits.ts';

const HOUR = 60 * 60;

/** What mails somebody that the caller names: the bound keeps one address of origin from mailing the whole town. */
export const confirmByOrigin: Limit = { name: 'confirm-origin', times: 300, seconds: HOUR };
/** Letters to one address, whoever asks for them and from wherever: nobody's mailbox is filled by others. */
export const emailByRecipient: Limit = { name: 'attendance-letter-email', times: 10, seconds: HOUR };

export const linkByOrigin: Limit = { name: 'attendance-link-origin', times: 20, seconds: HOUR };
export const linkByEmail: Limit = { name: 'attendance-link-email', times: 3, seconds: HOUR };
