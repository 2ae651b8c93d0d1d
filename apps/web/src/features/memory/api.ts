import { writeMemory } from '@minga/contract/written-memory';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { activitiesKey, oneActivityKey } from '../../lib/server/activities-key.ts';
import { call } from '../../lib/server/api.ts';

export interface MemorySubmission {
  readonly text: string;
  /** The ids of the pictures that stay. */
  readonly keep: readonly string[];
  readonly files: readonly File[];
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

/** Replaces the memory of an activity. Rejects with an ApiError, or with the signal's reason if aborted. */
export function useWriteMemory(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ text, keep, files, ...upload }: MemorySubmission) =>
      call(writeMemory, { params: { id }, body: { text, keep }, file: files, ...upload }),
    onSuccess: activity => {
      queryClient.setQueryData(oneActivityKey(id), activity);
      void queryClient.invalidateQueries({ queryKey: activitiesKey });
    },
  });
}
