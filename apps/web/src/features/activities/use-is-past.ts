import type { Activity } from '@minga/contract/activities';
import { useNow } from '../../lib/now.ts';
import { isPast } from './state.ts';

export const useIsPast = (activity: Pick<Activity, 'date'>): boolean =>
  useNow(moment => isPast(activity, moment));
