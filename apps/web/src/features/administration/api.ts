import { getActivityStats } from '@minga/contract/administration/activities';
import { getAccountStats } from '@minga/contract/administration/admins';
import {
  getAttendanceStats,
  listAllAttendances,
  removeAttendance,
} from '@minga/contract/administration/attendances';
import {
  changeCollectiveStatus,
  listAllCollectives,
  verifyCollective,
} from '@minga/contract/administration/collectives';
import { getRetention } from '@minga/contract/administration/retention';
import { getToday } from '@minga/contract/administration/today';
import {
  getTrust,
  type TrustSettings,
  type TrustTrial,
  tryTrust,
  updateTrust,
} from '@minga/contract/administration/trust';
import { getUserStats } from '@minga/contract/administration/users';
import { getManagedLegalText, type LegalKind, writeLegalText } from '@minga/contract/legal';
import {
  discardLetter,
  discardLetters,
  getSystemStatus,
  retryDeadLetter,
  retryDeadLetters,
  retryLetter,
} from '@minga/contract/system';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callList } from '../../lib/api.ts';
import { ignoreNotFound } from '../../lib/ignore-not-found.ts';
import { cacheOpenCases, figuresKey, panelKey, panelPage } from './panel-api.ts';
import type { AttendanceFilters, CollectiveFilters } from './search.ts';

/** Decisions that wait, the most urgent first, and the state of the system. */
export const todayQuery = queryOptions({
  queryKey: [...panelKey, 'today'],
  queryFn: async ({ signal, client }) => {
    const today = await call(getToday, { signal });
    cacheOpenCases(client, today.reports.total);
    return today;
  },
});

export const accountStatsQuery = queryOptions({
  queryKey: [...figuresKey, 'stats', 'accounts'],
  queryFn: ({ signal }) => call(getAccountStats, { signal }),
});

export const userStatsQuery = queryOptions({
  queryKey: [...figuresKey, 'stats', 'user'],
  queryFn: ({ signal }) => call(getUserStats, { signal }),
});

export const activityStatsQuery = queryOptions({
  queryKey: [...figuresKey, 'stats', 'activity'],
  queryFn: ({ signal }) => call(getActivityStats, { signal }),
});

export const attendanceStatsQuery = queryOptions({
  queryKey: [...figuresKey, 'stats', 'attendance'],
  queryFn: ({ signal }) => call(getAttendanceStats, { signal }),
});

/** All attendances, newest first. */
export const attendanceList = (filters: AttendanceFilters, page: number) =>
  panelPage(['attendances', filters], page, (paging, signal) =>
    callList(listAllAttendances, { query: { ...filters, ...paging }, signal }),
  );

/** Deletes an attendance. A 404 counts as success. Rejects with an ApiError. */
export const useRemoveAttendance = () =>
  useMutation({ mutationFn: (id: string) => ignoreNotFound(call(removeAttendance, { params: { id } })) });

/** All collectives: those that wait for a review, then the newest. */
export const collectiveList = (filters: CollectiveFilters, page: number) =>
  panelPage(['collectives', filters], page, (paging, signal) =>
    callList(listAllCollectives, { query: { ...filters, ...paging }, signal }),
  );

/** Activates a collective, also one that waits for a review, or deactivates it. Rejects with an ApiError. */
export const useChangeCollectiveStatus = () =>
  useMutation({
    mutationFn: ({ id, isActive }: { id: string; isActive: boolean }) =>
      call(changeCollectiveStatus, { params: { id }, body: { isActive } }),
  });

/** Verifies a collective, or withdraws its verification. Rejects with an ApiError. */
export const useVerifyCollective = () =>
  useMutation({
    mutationFn: ({ id, isVerified }: { id: string; isVerified: boolean }) =>
      call(verifyCollective, { params: { id }, body: { isVerified } }),
  });

export const legalTextQuery = (kind: LegalKind) =>
  queryOptions({
    queryKey: [...panelKey, 'legal', kind],
    queryFn: ({ signal }) => call(getManagedLegalText, { params: { kind }, signal }),
    // A draft must not be compared with another text.
    refetchOnWindowFocus: false,
  });

/** Stores a text; null: Minga's again. */
export function useWriteLegalText(kind: LegalKind) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (text: string | null) => call(writeLegalText, { params: { kind }, body: { text } }),
    onSuccess: written => queryClient.setQueryData(legalTextQuery(kind).queryKey, written),
  });
}

export const trustQuery = queryOptions({
  queryKey: [...panelKey, 'trust'],
  queryFn: ({ signal }) => call(getTrust, { signal }),
  // The form begins with what is stored now, and does not change while it is open.
  gcTime: 0,
  refetchOnWindowFocus: false,
});

/** The entries of these lists that would hold a text; null: nothing to try. */
export const trustTrialQuery = (trial: TrustTrial | null) =>
  queryOptions({
    queryKey: [...panelKey, 'trust-trial', trial],
    queryFn: ({ signal }) => call(tryTrust, { body: trial ?? { text: '' }, signal }),
    enabled: trial !== null,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });

export const useUpdateTrust = () =>
  useMutation({ mutationFn: (body: TrustSettings) => call(updateTrust, { body }) });

export const retentionQuery = queryOptions({
  queryKey: [...panelKey, 'retention'],
  queryFn: ({ signal }) => call(getRetention, { signal }),
});

const POLL_MS = 30_000;
/** Polling stops after half an hour, so that a screen left open does not extend its session. */
const POLLS_MAX = 60;

export const systemStatusQuery = queryOptions({
  queryKey: [...panelKey, 'system'],
  queryFn: ({ signal }) => call(getSystemStatus, { signal }),
  // A manual refresh starts another half hour.
  refetchInterval: ({ state }) => (state.dataUpdateCount + 1) % (POLLS_MAX + 1) !== 0 && POLL_MS,
});

/** Requeues a failed job. Succeeds too if another admin has requeued it. Rejects with an ApiError. */
export const useRetryDeadLetter = () =>
  useMutation({ mutationFn: (id: string) => call(retryDeadLetter, { params: { id } }) });

/** Requeues all permanently failed jobs. Rejects with an ApiError. */
export const useRetryDeadLetters = () => useMutation({ mutationFn: () => call(retryDeadLetters) });

/** Has an e-mail that was given up sent again. Succeeds too if another admin has done so. Rejects with an ApiError. */
export const useRetryLetter = () =>
  useMutation({ mutationFn: (id: string) => call(retryLetter, { params: { id } }) });

/** Discards an e-mail that was given up. Succeeds too if another admin has done so. Rejects with an ApiError. */
export const useDiscardLetter = () =>
  useMutation({ mutationFn: (id: string) => call(discardLetter, { params: { id } }) });

/** Discards all e-mails that were given up. Rejects with an ApiError. */
export const useDiscardLetters = () => useMutation({ mutationFn: () => call(discardLetters) });
