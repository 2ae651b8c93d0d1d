import type { Goal } from '@minga/contract/goals';
import { digits } from '../../lib/digits.ts';

/** '120 de 300 árboles', and '320 árboles, de 300' once more is reached. */
export const progressText = ({ reached, target, unit }: Goal): string =>
  reached > target
    ? `${digits(reached)} ${unit}, de ${digits(target)}`
    : `${digits(reached)} de ${digits(target)} ${unit}`;
