import { getSecondFactor } from '@minga/contract/identity';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** The second factors of the user. */
export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => call(getSecondFactor, { signal }),
});
