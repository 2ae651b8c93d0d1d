import type { Attendance } from '@minga/contract/attendance';

/** How the viewer's attendance stands; `status` is null without one, and `unsent` while this browser has not sent it. */
export interface OwnState extends Pick<Attendance, 'position' | 'offerExpiresAt'> {
  readonly status: Attendance['status'] | 'unsent' | null;
}

export const NOT_LISTED: OwnState = { status: null, position: null, offerExpiresAt: null };
export const UNSENT: OwnState = { ...NOT_LISTED, status: 'unsent' };
export const CONFIRMED: OwnState = { ...NOT_LISTED, status: 'confirmed' };
