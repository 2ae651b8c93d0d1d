import { PERSONAL_CALENDAR_PATH } from '@minga/contract/personal-calendar';
import { unauthenticated } from '../../../platform/errors.ts';
import type { Session } from '../../../platform/http/session.ts';
import type { Limit } from '../../../platform/limits/limits.ts';
import type { Platform } from '../../../platform/platform.ts';
import { hashToken, isToken, newToken } from '../../../platform/tokens.ts';
import {
  calendarCreatedAt,
  deleteCalendar,
  findAccountOfCalendar,
  storeCalendar,
} from './calendar-repository.ts';
import { lockSessionAccount } from './repository.ts';

const creationsByAccount: Limit = { name: 'calendar-address', times: 20, seconds: 3600 };

/**
 * Creates the address of the account's calendar, of which only the hash is stored, and ends the earlier one. Of concurrent calls one
 * address remains valid. Throws 401 if the session ended while the request ran.
 */
export async function createCalendarAddress(
  { db, clock, limits, publicUrl }: Platform,
  session: Session,
): Promise<string> {
  await limits.count(creationsByAccount, session.user.id);
  const secret = newToken();
  await db.transaction(async tx => {
    if (!(await lockSessionAccount(tx, session))) throw unauthenticated();
    await storeCalendar(tx, session.user.id, { secretHash: hashToken(secret), createdAt: clock() });
  });
  return `${publicUrl}/api${PERSONAL_CALENDAR_PATH}/${secret}.ics`;
}

export const removeCalendarAddress = ({ db }: Pick<Platform, 'db'>, userId: string): Promise<void> =>
  deleteCalendar(db, userId);

/** When the account's address was created, or null if it has none. */
export const calendarAddressSince = ({ db }: Pick<Platform, 'db'>, userId: string): Promise<Date | null> =>
  calendarCreatedAt(db, userId);

/** The active account whose calendar has this secret, or null if there is none. */
export const accountOfCalendar = async ({ db }: Pick<Platform, 'db'>, secret: string) =>
  isToken(secret) ? findAccountOfCalendar(db, hashToken(secret)) : null;
