import { listOwnHours } from '@minga/contract/hours';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** The account's hours with their total; of more than 500 activities the newest. */
export const ownHours = queryOptions({
  queryKey: ['own-hours'],
  queryFn: ({ signal }) => call(listOwnHours, { query: {}, signal }),
});
