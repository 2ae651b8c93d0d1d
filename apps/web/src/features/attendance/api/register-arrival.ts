import { type Arrival, type CheckInOutcome, checkIn } from '@minga/contract/check-ins';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '../../../lib/api.ts';
import { now } from '../../../lib/now.ts';
import { randomUuid } from '../../../lib/random-uuid.ts';
import { arrivalKey } from './arrival.ts';

/**
 * Checks in the party of a code. A press after a lost response sends the same id, so that the first press is not taken for an earlier
 * arrival; each outcome ends the id.
 */
export function useRegisterArrival(code: string, { activity }: Arrival) {
  const queryClient = useQueryClient();
  const id = useRef<string>(null);
  return useMutation({
    mutationFn: async (): Promise<CheckInOutcome> => {
      id.current ??= randomUuid();
      const items = [{ id: id.current, code, at: now().toISOString() }];
      const { results } = await call(checkIn, { params: { taskId: activity._id }, body: { items } });
      const [outcome] = results;
      if (outcome === undefined) throw new Error('a check-in has no outcome');
      return outcome;
    },
    onSuccess: ({ result, checkedInAt }) => {
      id.current = null;
      if (result === 'unknown') return;
      queryClient.setQueryData(arrivalKey(code), (cached: Arrival | null | undefined) =>
        cached ? { ...cached, attendance: { ...cached.attendance, checkedInAt } } : cached,
      );
    },
  });
}
