import { undoApproval, undoRejection } from '@minga/contract/administration/activities';
import { decideHeld, type HeldDecision, type HeldItem, listHeld } from '@minga/contract/administration/held';
import {
  decideReportCase,
  listReportCases,
  type NewDecision,
  type ReportCase,
  undoReportDecision,
} from '@minga/contract/administration/reports';
import { infiniteQueryOptions, useMutation } from '@tanstack/react-query';
import { call, callList } from '../../lib/api.ts';
import { nextOffset } from '../../lib/pages.ts';
import { isRetryable } from '../../lib/query-client.ts';
import { caseKey } from './model.ts';
import { cacheOpenCases, PAGE_SIZE, panelKey, panelPage } from './panel-api.ts';

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

interface Decision extends NewDecision {
  readonly target: Pick<ReportCase['target'], 'type' | 'id'>;
}

/** Decides a case. Rejects with an ApiError; 409 if another admin has decided it. */
export const useDecideReportCase = () =>
  useMutation({
    mutationFn: ({ target: { type, id }, ...body }: Decision) =>
      call(decideReportCase, { params: { targetType: type, targetId: id }, body }),
  });

/** Reopens a case within ten minutes of its decision. Rejects with an ApiError; 409 afterwards. */
export const useUndoReportDecision = () =>
  useMutation({
    mutationFn: ({ type, id }: Pick<ReportCase['target'], 'type' | 'id'>) =>
      call(undoReportDecision, { params: { targetType: type, targetId: id } }),
  });

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

/** What waits for a review to be public, the longest waiting first. */
export const heldList = (page: number) =>
  panelPage(['held'], page, (paging, signal) => callList(listHeld, { query: paging, signal }));

interface DecisionOnHeld extends HeldDecision {
  readonly target: Pick<HeldItem['target'], 'type' | 'id'>;
}

/** Approves or rejects. Rejects with an ApiError; 409 if another administrator has decided it. */
export const useDecideHeld = () =>
  useMutation({
    mutationFn: ({ target: { type, id }, ...body }: DecisionOnHeld) =>
      call(decideHeld, { params: { type, id }, body }),
  });
