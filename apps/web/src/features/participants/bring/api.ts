import { importParticipants } from '@minga/contract/people-import';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/server/api.ts';
import { refreshParticipants } from '../api.ts';
import type { ReadPerson } from './read-person.ts';

interface Bringing {
  readonly people: readonly ReadPerson[];
  readonly notify: boolean;
  readonly force: boolean;
}

const bodyOf = ({ people, notify, force }: Bringing, dryRun: boolean) => ({
  rows: people.map(({ name, email, phone, companions }) => ({
    name,
    ...(email !== '' && { email }),
    ...(phone !== '' && { phone }),
    ...(companions > 0 && { companions }),
  })),
  dryRun,
  notify,
  force,
});

/** The outcome that the import of a list would have. The key has a number instead of the people, who may be five hundred. */
export const rehearsalQuery = (taskId: string, version: number, bringing: Bringing) =>
  queryOptions({
    queryKey: ['import-rehearsal', taskId, version, bringing.notify, bringing.force],
    queryFn: ({ signal }) =>
      call(importParticipants, { params: { taskId }, body: bodyOf(bringing, true), signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });

/** Adds a list of people. Repeating it adds no person a second time. */
export function useImport(taskId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (bringing: Bringing) =>
      call(importParticipants, { params: { taskId }, body: bodyOf(bringing, false) }),
    onSettled: () => void refreshParticipants(queryClient, taskId),
  });
}
