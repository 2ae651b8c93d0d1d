import type { FollowMail } from '@minga/contract/collectives';
import { updateSavedSearch } from '@minga/contract/saved-searches';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { errorText } from '../../../lib/error-sentences.ts';
import { toastError } from '../../../lib/toasts.ts';
import { savedSearchesQuery } from './saved-searches.ts';

const { queryKey } = savedSearchesQuery;
const mutationKey = ['update-saved-search'];

/** Changes how often an e-mail is sent. Optimistic: rolled back on an error. Calls run in sequence, so that the last choice is stored. */
export function useUpdateSavedSearch() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey,
    scope: { id: 'saved-search' },
    mutationFn: ({ id, mail }: { id: string; mail: FollowMail }) =>
      call(updateSavedSearch, { params: { id }, body: { mail } }),
    onMutate: async ({ id, mail }) => {
      // A response in flight would overwrite the optimistic state.
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      queryClient.setQueryData(queryKey, searches =>
        searches?.map(search => (search._id === id ? { ...search, mail } : search)),
      );
      return before;
    },
    onError: (error, _change, before) => {
      queryClient.setQueryData(queryKey, before);
      toastError(errorText(error, 'Error al guardar tu elección'));
    },
    onSettled: () => {
      if (queryClient.isMutating({ mutationKey }) === 1) void queryClient.invalidateQueries({ queryKey });
    },
  });
}
