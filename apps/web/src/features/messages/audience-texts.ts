import type { Audience } from '@minga/contract/messages';
import { counted } from '../../lib/digits.ts';

export const audienceNames: Readonly<Record<Audience, string>> = {
  confirmed: 'Quienes van',
  waiting: 'Quienes esperan un cupo',
  all: 'Todas las personas de la lista',
};

/** '1 persona', '1.200 personas'. */
export const peopleText = (count: number): string => counted(count, 'persona', 'personas');
