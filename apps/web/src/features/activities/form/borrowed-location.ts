import type { PlaceProposal } from '@minga/contract/place-proposals';
import { locationText } from './parse-location.ts';

/** The location of a chosen place, as long as the organiser has not changed it. */
export interface BorrowedLocation {
  readonly place: string;
  readonly location: string;
}

interface Written {
  readonly place: string;
  readonly location: string;
}

/** Whether the location in the form is that of a chosen place. */
export const isBorrowed = (borrowed: BorrowedLocation | null, location: string): boolean =>
  borrowed !== null && location !== '' && borrowed.location === location;

/** What choosing a place writes into the location, if that is empty or came from another chosen place; null: nothing. */
export function borrow(
  { place, location }: PlaceProposal,
  written: Written,
  borrowed: BorrowedLocation | null,
): BorrowedLocation | null {
  if (written.location.trim() !== '' && !isBorrowed(borrowed, written.location)) return null;
  return { place, location: location === null ? '' : locationText(location) };
}

/** Whether a borrowed location has to go, because another place is written now. */
export const isStale = (borrowed: BorrowedLocation | null, { place, location }: Written): boolean =>
  borrowed !== null && isBorrowed(borrowed, location) && !place.startsWith(borrowed.place);
