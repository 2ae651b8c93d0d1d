import type { Activity } from '@minga/contract/activities';
import { useNow } from '../../lib/now.ts';
import { isOngoing, isPast } from './state.ts';

export const useIsPast = (activity: Pick<Activity, 'date' | 'endDate'>): boolean =>
  useNow(moment => isPast(activity, moment));

export const useIsOngoing = (activity: Pick<Activity, 'date' | 'endDate'>): boolean =>
  useNow(moment => isOngoing(activity, moment));
