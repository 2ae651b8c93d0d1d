import { listOwnActivities } from '@minga/contract/activities';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { activitiesKey } from '../../../lib/activities-key.ts';
import { callList } from '../../../lib/api.ts';
import { offlineMeta, pagedQuery } from './paged-query.ts';

/** Covers all activities of almost every organiser in one request. */
const CHOICES_PAGE_SIZE = 100;

/** The activities that the user may manage, for a select: upcoming ones by ascending date or past ones by descending date. */
export const choosableActivities = (when: 'proximas' | 'pasadas') =>
  infiniteQueryOptions({
    queryKey: [...activitiesKey, 'own', 'choosable', when],
    queryFn: ({ pageParam: offset, signal }) =>
      callList(listOwnActivities, {
        query: { gestiono: 'true', date: when, limit: CHOICES_PAGE_SIZE, offset },
        signal,
      }),
    ...pagedQuery,
    meta: offlineMeta,
  });
