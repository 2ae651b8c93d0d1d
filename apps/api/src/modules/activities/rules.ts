import { type ActivityStatus, PROMOTION_DAYS } from '@minga/contract/activities';
import { localTime } from '../../platform/local-time.ts';

/** `YYYY-MM-DD` of a moment where the site's people live; such texts compare as dates do. */
const dayIn = (timeZone: string, moment: Date): string => localTime(moment, timeZone).slice(0, 10);

/** Before today, by the day of the site's time zone (spec 000 section 5). An hour earlier today is not. */
export const isPastDay = (date: Date, now: Date, timeZone: string): boolean =>
  dayIn(timeZone, date) < dayIn(timeZone, now);

/** An activity is past when its date is before now (spec 000 section 4); in its own minute it is not. */
export const isPast = (date: Date, now: Date): boolean => date.getTime() < now.getTime();

/** A promotion's window: from now, for a week (spec 000 section 4). */
export const promotionWindow = (now: Date): { start: Date; end: Date } => ({
  start: now,
  end: new Date(now.getTime() + PROMOTION_DAYS * 24 * 60 * 60 * 1000),
});

/**
 * What an edit by its owner makes of a moderator's word: a rejected activity is looked at anew; an approved one too
 * where nothing is public unseen.
 */
export function statusAfterEdit(status: ActivityStatus, moderation: 'reactive' | 'prior'): ActivityStatus {
  if (status === 'rejected') return 'pending';
  return moderation === 'prior' ? 'pending' : status;
}

/** The words of a search, each once; punctuation is not one. How many they can be follows from the contract's SEARCH_MAX. */
export const searchWords = (search: string): string[] => [
  ...new Set(search.normalize('NFC').match(/[\p{L}\p{N}]+/gu)),
];
