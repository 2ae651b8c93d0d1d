import { listOwnActivities } from '@minga/contract/activities';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { callList } from '../../../lib/api.ts';
import { activitiesKey } from './activities-key.ts';
import { kept, paged } from './paged.ts';

/** Who organises more is rare, and a choice is wanted whole. */
const CHOICES_AT_ONCE = 100;

/** The own activities to choose one from: what is to come, the nearest first, or what has been, the latest first. */
export const choosableActivities = (when: 'proximas' | 'pasadas') =>
  infiniteQueryOptions({
    queryKey: [...activitiesKey, 'own', 'choosable', when],
    queryFn: ({ pageParam: offset, signal }) =>
      callList(listOwnActivities, { query: { date: when, limit: CHOICES_AT_ONCE, offset }, signal }),
    ...paged,
    meta: kept,
  });
