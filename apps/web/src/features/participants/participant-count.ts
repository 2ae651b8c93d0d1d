import { digits } from '../../lib/digits.ts';

/** '1 participante', '1.204 participantes' */
export const participantCount = (count: number): string =>
  `${digits(count)} ${count === 1 ? 'participante' : 'participantes'}`;
