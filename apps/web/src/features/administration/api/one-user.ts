import { getUser } from '@minga/contract/administration/users';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** One account with the role user. Rejects with a 403 for an admin's account and a 404 for a deleted one. */
export const oneUser = (id: string) =>
  queryOptions({
    queryKey: ['administration-user', id],
    queryFn: ({ signal }) => call(getUser, { params: { id }, signal }),
  });
