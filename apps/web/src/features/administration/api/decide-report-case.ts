import { decideReportCase, type NewDecision, type ReportCase } from '@minga/contract/administration/reports';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

interface Decision extends NewDecision {
  readonly target: Pick<ReportCase['target'], 'type' | 'id'>;
}

/** Decides a case. Rejects with an ApiError; 409 if another admin has decided it. */
export const useDecideReportCase = () =>
  useMutation({
    mutationFn: ({ target: { type, id }, ...body }: Decision) =>
      call(decideReportCase, { params: { targetType: type, targetId: id }, body }),
  });
