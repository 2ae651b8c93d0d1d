import { counted } from '../digits.ts';

/** Said where an activity admits no companions, in place of the field. */
export const NO_COMPANIONS = 'Cada persona confirma por su cuenta.';

/** The options of a field for the companions of a party. */
export const companionChoices = (max: number) =>
  Array.from({ length: max + 1 }, (_, count) => ({
    value: String(count),
    label: count === 0 ? 'Nadie más' : counted(count, 'persona más', 'personas más'),
  }));
