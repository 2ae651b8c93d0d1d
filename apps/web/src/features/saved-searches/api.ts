import type { FollowMail } from '@minga/contract/collectives';
import type { BodyInput } from '@minga/contract/endpoint';
import {
  deleteSavedSearch,
  listSavedSearches,
  saveSearch,
  updateSavedSearch,
} from '@minga/contract/saved-searches';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorText } from '../../lib/errors/error-sentences.ts';
import { ignoreNotFound } from '../../lib/errors/ignore-not-found.ts';
import { call } from '../../lib/server/api.ts';
import { query, useAction } from '../../lib/server/queries.ts';
import { toastError, toastSuccess } from '../../lib/toasts.ts';

/** The user's saved searches, the newest first. */
export const savedSearchesQuery = query(listSavedSearches);

const { queryKey } = savedSearchesQuery;

export type Filters = BodyInput<typeof saveSearch>['filters'];

export const useSaveSearch = () =>
  useAction((filters: Filters) => call(saveSearch, { body: { filters } }), { refreshes: [queryKey] });

/** Removes a saved search. One that is removed already, on another device, counts as removed. */
export function useDeleteSavedSearch() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => ignoreNotFound(call(deleteSavedSearch, { params: { id } })),
    onSuccess: async (_nothing, id) => {
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, searches => searches?.filter(({ _id }) => _id !== id));
      toastSuccess('Búsqueda quitada');
      void queryClient.invalidateQueries({ queryKey });
    },
    onError: error => void toastError(errorText(error, 'Error al quitar la búsqueda')),
  });
}

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
