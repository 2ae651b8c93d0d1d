import { type Arrival, readArrival } from '@minga/contract/check-ins';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { ignoreNotFound } from '../../../lib/ignore-not-found.ts';

export const arrivalKey = (code: string) => ['arrival', code] as const;

/** The attendance of a code, for an account that checks people in; null: there is none for this account. Not persisted. */
export const arrivalOf = (code: string) =>
  queryOptions({
    queryKey: arrivalKey(code),
    queryFn: async ({ signal }): Promise<Arrival | null> =>
      (await ignoreNotFound(call(readArrival, { body: { code }, signal }))) ?? null,
  });
