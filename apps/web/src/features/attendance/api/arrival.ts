import { type Arrival, readArrival } from '@minga/contract/check-ins';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, call } from '../../../lib/api.ts';

export const arrivalKey = (code: string) => ['arrival', code] as const;

/** The attendance of a code, for an account that checks people in; null: there is none for this account. Not persisted. */
export const arrivalOf = (code: string) =>
  queryOptions({
    queryKey: arrivalKey(code),
    queryFn: async ({ signal }): Promise<Arrival | null> => {
      try {
        return await call(readArrival, { body: { code }, signal });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
  });
