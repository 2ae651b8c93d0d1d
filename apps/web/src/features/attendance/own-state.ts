import type { Attendance } from '@minga/contract/attendance';

/** How the viewer's attendance stands; `status` is null without one, and `unsent` while this browser has not sent it. */
export interface OwnState
  extends Pick<Attendance, 'position' | 'offerExpiresAt'>,
    Partial<Pick<Attendance, 'askedAgainAt' | 'reconfirmed' | 'checkedInAt'>> {
  readonly status: Attendance['status'] | 'unsent' | null;
  /** The server did not respond: this browser remembers it so. */
  readonly isRecalled?: boolean;
}

export const NOT_LISTED: OwnState = { status: null, position: null, offerExpiresAt: null };
export const UNSENT: OwnState = { ...NOT_LISTED, status: 'unsent' };
export const CONFIRMED: OwnState = { ...NOT_LISTED, status: 'confirmed' };

/** An attendance in the list of the user's own, which was fetched at this time in milliseconds. */
export type ListedState = OwnState & { readonly at: number };

/** The newer one of a checked state and the same attendance in the list. What is only recalled is older than any list. */
export function newerState(
  checked: OwnState | undefined,
  checkedAt: number,
  listed: ListedState | undefined,
): OwnState {
  if (listed === undefined) return checked ?? NOT_LISTED;
  return checked === undefined || checked.isRecalled || checkedAt < listed.at ? listed : checked;
}
