import { counted } from '../../lib/digits.ts';

/** '1 participante', '1.204 participantes' */
export const participantCount = (count: number): string => counted(count, 'participante', 'participantes');
