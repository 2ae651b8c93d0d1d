import { deleteSavedSearch } from '@minga/contract/saved-searches';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { errorText } from '../../../lib/error-sentences.ts';
import { ignoreNotFound } from '../../../lib/ignore-not-found.ts';
import { toastError, toastSuccess } from '../../../lib/toasts.ts';
import { savedSearchesQuery } from './saved-searches.ts';

const { queryKey } = savedSearchesQuery;

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
