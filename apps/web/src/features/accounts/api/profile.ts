import { getProfile } from '@minga/contract/profile';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { sessionQuery } from './session.ts';

/**
 * The user's account. Its user also replaces the session's, so that the header shows the latest name and e-mail. If the
 * session has ended since, it stays ended: a late response must not restore it.
 */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: async ({ client, signal }) => {
    const profile = await call(getProfile, { signal });
    client.setQueryData(sessionQuery.queryKey, current => current && profile.user);
    return profile;
  },
});
