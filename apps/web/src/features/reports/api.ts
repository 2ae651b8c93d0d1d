import { createReport, type NewReport } from '@minga/contract/reports';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../lib/server/api.ts';

/** Reports content to administration. Rejects with an ApiError; 409 if this visitor has reported it before. */
export const useCreateReport = () =>
  useMutation({ mutationFn: (body: NewReport) => call(createReport, { body }) });
