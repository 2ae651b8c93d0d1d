import { listReportCases, type ReportCase } from '@minga/contract/administration/reports';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { callList } from '../../../lib/api.ts';
import { nextOffset } from '../../../lib/pages.ts';
import { caseKey } from '../case-key.ts';
import { cacheOpenCases } from './open-cases.ts';
import { panelKey } from './panel-key.ts';
import { PAGE_SIZE } from './panel-page.ts';

export type CaseStatus = ReportCase['status'];

/** The cases that wait for a decision, the most urgent first, or those that were decided, the latest first. */
export const reportCases = (status: CaseStatus) =>
  infiniteQueryOptions({
    queryKey: [...panelKey, 'reports', status],
    queryFn: async ({ pageParam: offset, signal, client }) => {
      const page = await callList(listReportCases, { query: { status, limit: PAGE_SIZE, offset }, signal });
      if (status === 'open') cacheOpenCases(client, page.total);
      return page;
    },
    initialPageParam: 0,
    getNextPageParam: nextOffset,
    // A list that changes between two requests may return a case twice.
    select: ({ pages }) => ({
      rows: [...new Map(pages.flatMap(({ rows }) => rows).map(one => [caseKey(one), one])).values()],
      total: pages.at(-1)?.total ?? 0,
    }),
  });
