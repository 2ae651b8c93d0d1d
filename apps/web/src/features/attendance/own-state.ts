import type { Attendance } from '@minga/contract/attendance';

/** How the viewer's attendance stands; `status` is null without one. */
export interface OwnState extends Pick<Attendance, 'position' | 'offerExpiresAt'> {
  readonly status: Attendance['status'] | null;
}

export const NOT_LISTED: OwnState = { status: null, position: null, offerExpiresAt: null };
export const CONFIRMED: OwnState = { ...NOT_LISTED, status: 'confirmed' };
