import { undoApproval, undoRejection } from '@minga/contract/administration/activities';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** A decision about activities that can be undone for some seconds. */
export type UndoableAction = 'approve' | 'reject';

interface UndoneDecisions {
  readonly undone: number;
  /** The first ApiError of those that could not be undone, which have been announced by now; null: all were. */
  readonly failure: unknown;
}

const endpoints = { approve: undoApproval, reject: undoRejection } as const;

/** Gives approved or rejected activities the status back that they had before, one request after the other. */
export const useUndoDecisions = () =>
  useMutation({
    mutationFn: async ({
      ids,
      action,
    }: {
      readonly ids: readonly string[];
      readonly action: UndoableAction;
    }): Promise<UndoneDecisions> => {
      let undone = 0;
      let failure: unknown = null;
      for (const id of ids) {
        try {
          await call(endpoints[action], { params: { id }, query: {} });
          undone += 1;
        } catch (error) {
          failure ??= error;
        }
      }
      return { undone, failure };
    },
  });
