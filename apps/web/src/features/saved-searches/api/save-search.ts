import type { BodyInput } from '@minga/contract/endpoint';
import { saveSearch } from '@minga/contract/saved-searches';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { savedSearchesQuery } from './saved-searches.ts';

export type Filters = BodyInput<typeof saveSearch>['filters'];

export function useSaveSearch() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (filters: Filters) => call(saveSearch, { body: { filters } }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: savedSearchesQuery.queryKey }),
  });
}
