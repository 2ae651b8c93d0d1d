import { type ReportCase, undoReportDecision } from '@minga/contract/administration/reports';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** Reopens a case within ten minutes of its decision. Rejects with an ApiError; 409 afterwards. */
export const useUndoReportDecision = () =>
  useMutation({
    mutationFn: ({ type, id }: Pick<ReportCase['target'], 'type' | 'id'>) =>
      call(undoReportDecision, { params: { targetType: type, targetId: id } }),
  });
