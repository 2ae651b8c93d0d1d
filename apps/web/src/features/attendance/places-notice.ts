import type { Activity } from '@minga/contract/activities';
import { freePlacesText } from '../../lib/free-places-text.ts';

type Limits = Pick<Activity, 'capacity' | 'hasWaitingList' | 'places'>;

/** Whether a party of `size` people that confirms now ends up on the waiting list. */
export const isForWaitingList = ({ capacity, hasWaitingList, places }: Limits, size: number): boolean =>
  capacity !== null && places.free !== null && size > places.free && hasWaitingList;

/** What a party of `size` people may expect that confirms now; null: there is room for all. */
export function placesNotice({ capacity, hasWaitingList, places }: Limits, size: number): string | null {
  const { free } = places;
  if (capacity === null || free === null) return null;
  if (size <= free) return `${freePlacesText(free)}.`;
  if (free === 0)
    return hasWaitingList
      ? 'Ya no hay cupos: quedarás en la lista de espera y te avisamos si se libera uno.'
      : 'Ya no hay cupos.';
  const rest = hasWaitingList ? 'quedará en la lista de espera' : 'no cabe';
  return `${freePlacesText(free)}: un grupo de ${size} ${rest}.`;
}
