import { listCertificates } from '@minga/contract/certificates';
import { queryOptions } from '@tanstack/react-query';
import { callList } from '../../../lib/api.ts';
import { fetchAllRows } from '../../../lib/fetch-all-rows.ts';

/** The attendances of an activity that have a valid certificate. */
export const validCertificates = (taskId: string) =>
  queryOptions({
    queryKey: ['certificates', taskId],
    queryFn: async ({ signal }): Promise<readonly string[]> => {
      const all = await fetchAllRows(query =>
        callList(listCertificates, { params: { taskId }, query, signal }),
      );
      return all.map(({ attendanceId }) => attendanceId);
    },
  });
