import type { Claim, Need } from '@minga/contract/needs';
import { clockTime, isSameDay, shortDate } from '../dates/dates.ts';
import { digits } from '../digits.ts';

/** '9:00 a. m. a 11:00 a. m.', with the days where they differ from `date`; empty without times. */
export function needTimes({ startsAt, endsAt }: Pick<Need, 'startsAt' | 'endsAt'>, date: string): string {
  if (startsAt === null || endsAt === null) return '';
  const at = (moment: string, day: string) =>
    isSameDay(moment, day) ? clockTime(moment) : `${shortDate(moment)}, ${clockTime(moment)}`;
  return `${at(startsAt, date)} a ${at(endsAt, startsAt)}`;
}

/** 'Cocina', 'Palas (2)': what an attendee takes on, in the order of the needs. */
export function claimTexts(needs: readonly Need[], claims: readonly Claim[]): string[] {
  const quantities = new Map(claims.map(({ needId, quantity }) => [needId, quantity]));
  return needs.flatMap(({ _id, name }) => {
    const quantity = quantities.get(_id) ?? 0;
    if (quantity === 0) return [];
    return quantity === 1 ? name : `${name} (${digits(quantity)})`;
  });
}
