import { getUser } from '@minga/contract/administration/users';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** One account of role user; 403 for that of somebody who administers, 404 for one that is gone. */
export const oneUser = (id: string) =>
  queryOptions({
    queryKey: ['administration-user', id],
    queryFn: ({ signal }) => call(getUser, { params: { id }, signal }),
  });
