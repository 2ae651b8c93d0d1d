import type { Attendance } from '@minga/contract/attendance';
import { admitParticipant } from '@minga/contract/participants';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { refreshParticipants } from './participants-query.ts';

/** Gives a participant on the waiting list a place, also beyond the capacity. Repeating it changes nothing. */
export function useAdmitParticipant(taskId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ _id: id }: Attendance) =>
      call(admitParticipant, { params: { id }, body: { status: 'confirmed' } }),
    // Not awaited: the dialog closes first, and the focus returns to the row, whose button then disappears.
    onSettled: () => void refreshParticipants(queryClient, taskId),
  });
}
