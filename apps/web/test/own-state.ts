import type { Attendance } from '@minga/contract/attendance';

interface OwnState extends Pick<Attendance, 'position' | 'offerExpiresAt' | 'askedAgainAt' | 'reconfirmed'> {
  isAttending: boolean;
  status: Attendance['status'] | null;
}

/** The reply of the check for an attendance of this status; null: none. */
export const ownState = (status: OwnState['status'], changes: Partial<OwnState> = {}): OwnState => ({
  isAttending: status === 'confirmed',
  status,
  position: null,
  offerExpiresAt: null,
  askedAgainAt: null,
  reconfirmed: null,
  ...changes,
});
