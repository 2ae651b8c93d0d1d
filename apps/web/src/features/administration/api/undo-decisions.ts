import { undoApproval, undoRejection } from '@minga/contract/administration/activities';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { isRetryable } from '../../../lib/query-client.ts';

/** A decision about activities that can be undone for some seconds. */
export type UndoableAction = 'approve' | 'reject';

interface UndoneDecisions {
  readonly undone: number;
  /** The first error; null: all were undone. Those that the server refused have been announced by now. */
  readonly failure: Error | null;
  /** Not tried, or without an answer: the server is away. */
  readonly remaining: readonly string[];
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
      let failure: Error | null = null;
      for (const [index, id] of ids.entries()) {
        try {
          await call(endpoints[action], { params: { id }, query: {} });
          undone += 1;
        } catch (error) {
          failure ??= error as Error;
          if (isRetryable(error as Error)) return { undone, failure, remaining: ids.slice(index) };
        }
      }
      return { undone, failure, remaining: [] };
    },
  });
