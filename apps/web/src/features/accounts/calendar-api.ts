import {
  createCalendarAddress,
  getCalendarAddress,
  removeCalendarAddress,
} from '@minga/contract/personal-calendar';
import { call } from '../../lib/server/api.ts';
import { query, useAction } from '../../lib/server/queries.ts';

/** Since when the personal calendar has an address. */
export const calendarAddressQuery = query(getCalendarAddress);

const refreshes = [calendarAddressQuery.queryKey];

/** Creates an address, which only this response contains, in place of an earlier one. */
export const useCreateCalendarAddress = () => useAction(() => call(createCalendarAddress), { refreshes });

export const useRemoveCalendarAddress = () =>
  useAction((_id: string) => call(removeCalendarAddress), { refreshes, isAwaited: true });
