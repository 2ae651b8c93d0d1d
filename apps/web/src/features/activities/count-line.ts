import { digits } from '../../lib/digits.ts';

/** '1 actividad encontrada', '1.204 actividades encontradas' (spec 000 section 2, search). */
export const countLine = (count: number): string =>
  `${digits(count)} ${count === 1 ? 'actividad encontrada' : 'actividades encontradas'}`;
