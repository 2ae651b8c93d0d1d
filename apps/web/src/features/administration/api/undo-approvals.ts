import { undoApproval } from '@minga/contract/administration/activities';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

interface UndoneApprovals {
  readonly undone: number;
  /** The first ApiError of those that could not be undone, which have been announced by now; null: all were. */
  readonly failure: unknown;
}

/** Makes approved activities pending again, one request after the other. */
export const useUndoApprovals = () =>
  useMutation({
    mutationFn: async (ids: readonly string[]): Promise<UndoneApprovals> => {
      let undone = 0;
      let failure: unknown = null;
      for (const id of ids) {
        try {
          await call(undoApproval, { params: { id }, query: {} });
          undone += 1;
        } catch (error) {
          failure ??= error;
        }
      }
      return { undone, failure };
    },
  });
