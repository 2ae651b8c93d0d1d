import { getProfile } from '@minga/contract/profile';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { sessionQuery } from './session.ts';

/**
 * The own account with what it contains. The header shows what it says of the person, too: it is the newest there is.
 * Not once the session is over here: what is answered late must not begin it anew.
 */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: async ({ client, signal }) => {
    const profile = await call(getProfile, { signal });
    client.setQueryData(sessionQuery.queryKey, known => known && profile.user);
    return profile;
  },
});
