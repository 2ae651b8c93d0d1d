import { digits } from './digits.ts';

/** 'Queda 1 cupo', 'Quedan 1.200 cupos'. */
export const freePlacesText = (free: number): string =>
  free === 1 ? 'Queda 1 cupo' : `Quedan ${digits(free)} cupos`;
