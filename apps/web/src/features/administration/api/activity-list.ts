import { listAllActivities } from '@minga/contract/administration/activities';
import { callList } from '../../../lib/api.ts';
import type { ActivityFilters } from '../panel-search.ts';
import { panelPage } from './panel-page.ts';

/** All activities in any state, newest first. */
export const activityList = (filters: ActivityFilters, page: number) =>
  panelPage(['activities', filters], page, (paging, signal) =>
    callList(listAllActivities, { query: { ...filters, ...paging }, signal }),
  );
