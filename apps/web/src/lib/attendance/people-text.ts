import { digits } from '../digits.ts';
import { DOT } from '../dot.ts';
import { freePlacesText } from './free-places-text.ts';

interface Counted {
  readonly places: { readonly taken: number; readonly free: number | null; readonly waiting: number };
  readonly hasWaitingList: boolean;
}

/** 'quedan 5', 'queda 1', 'ya no hay cupos'; null: no limit. */
export function leftText({ free }: Pick<Counted['places'], 'free'>): string | null {
  if (free === null) return null;
  if (free === 0) return 'ya no hay cupos';
  return free === 1 ? 'queda 1' : `quedan ${digits(free)}`;
}

/** '12 van · quedan 5', 'Quedan 5 cupos', '20 van · ya no hay cupos · 3 en lista de espera'; null: nothing to count. */
export function peopleText({ places, hasWaitingList }: Counted): string | null {
  const { taken, free, waiting } = places;
  const left = leftText(places);
  const going = taken > 0 ? [goingText(taken), left] : [emptyText(free)];
  const list = waiting > 0 ? `${digits(waiting)} en lista de espera` : 'hay lista de espera';
  const parts = [...going, (waiting > 0 || (free === 0 && hasWaitingList)) && list].filter(Boolean);
  return parts.length === 0 ? null : parts.join(DOT);
}

/** '1 va', '12 van'. */
export const goingText = (taken: number) => `${digits(taken)} ${taken === 1 ? 'va' : 'van'}`;

const emptyText = (free: number | null) =>
  free !== null && (free === 0 ? 'Ya no hay cupos' : freePlacesText(free));
