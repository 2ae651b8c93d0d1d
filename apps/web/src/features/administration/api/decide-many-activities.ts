import {
  type BulkDecision,
  type BulkOutcome,
  decideManyActivities,
} from '@minga/contract/administration/bulk-decisions';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { totalOutcome } from '../bulk-decisions.ts';

/** Approves, rejects or deletes some activities, one request after the other. Skips those that have changed. Rejects with an ApiError. */
export const useDecideManyActivities = () =>
  useMutation({
    mutationFn: async (decisions: readonly BulkDecision[]) => {
      const outcomes: BulkOutcome[] = [];
      for (const body of decisions) outcomes.push(await call(decideManyActivities, { body }));
      return totalOutcome(outcomes);
    },
  });
