import type { Attendance } from '@minga/contract/attendance';
import type { Need } from '@minga/contract/needs';
import { digits } from '../../lib/digits.ts';

interface NeedOverview {
  readonly id: string;
  /** 'Palas: 2 de 6'. */
  readonly text: string;
  /** Who takes it on, with the quantity where it is more than one. */
  readonly people: readonly string[];
}

type Row = Pick<Attendance, 'name' | 'claims'>;

/** Each need with what is claimed of it, and by whom among the loaded participants. */
export const needsOverview = (needs: readonly Need[], participants: readonly Row[]): NeedOverview[] =>
  needs.map(({ _id: id, name, quantity, taken }) => ({
    id,
    text: `${name}: ${digits(taken)} de ${digits(quantity)}`,
    people: participants.flatMap(({ name: person, claims }) => {
      const claimed = claims.find(({ needId }) => needId === id)?.quantity ?? 0;
      if (claimed === 0) return [];
      return claimed === 1 ? person : `${person} (${digits(claimed)})`;
    }),
  }));
