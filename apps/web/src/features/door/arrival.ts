import type { CheckInItem, CheckInResult } from '@minga/contract/check-ins';

/** The server's outcome of an arrival. */
export interface Outcome {
  /** `refused`: the server does not take it, for the reason in `refusal`. */
  readonly result: CheckInResult | 'refused';
  readonly attendanceId: string | null;
  readonly checkedInAt: string | null;
  readonly refusal: string | null;
  /** When the response came, in milliseconds of the device's clock. */
  readonly receivedAt: number;
}

/** An arrival that was noted on this device. It stays on the device until the server's list includes it. */
export interface Arrival {
  /** The id of the account that noted it: no other account sees or sends it. */
  readonly owner: string;
  readonly taskId: string;
  readonly item: CheckInItem;
  /** Of the party; null: a code that the device's list does not have. */
  readonly name: string | null;
  /** When it was noted, in milliseconds of the device's clock: the order in which it is sent. */
  readonly notedAt: number;
  /** It was sent at least once; the server may have stored it although no response came. */
  readonly isAttempted: boolean;
  /** It is to be undone as soon as the server has answered. */
  readonly isUndone: boolean;
  /** Null: still to be sent. */
  readonly outcome: Outcome | null;
}

export const isUnsent = ({ outcome }: Arrival): boolean => outcome === null;

/** Whether a person should look at what the server answered. */
export const isToReview = ({ outcome }: Arrival): boolean =>
  outcome !== null && outcome.result !== 'checked-in';
