import type { Activity } from '@minga/contract/activities';
import { digits } from '../../lib/digits.ts';
import { freePlacesText } from '../../lib/free-places-text.ts';

/** 'Quedan 4 cupos', 'Ya no hay cupos · Lista de espera: 3'; null: no limit. */
export function placesText({
  places,
  hasWaitingList,
}: Pick<Activity, 'places' | 'hasWaitingList'>): string | null {
  const { free, waiting } = places;
  if (free === null) return null;
  const left = free === 0 ? 'Ya no hay cupos' : freePlacesText(free);
  if (waiting > 0) return `${left} · Lista de espera: ${digits(waiting)}`;
  return free === 0 && hasWaitingList ? `${left} · Hay lista de espera` : left;
}
