import { listAllCollectives } from '@minga/contract/administration/collectives';
import { callList } from '../../../lib/api.ts';
import type { CollectiveFilters } from '../panel-search.ts';
import { panelPage } from './panel-page.ts';

/** All collectives: those that wait for a review, then the newest. */
export const collectiveList = (filters: CollectiveFilters, page: number) =>
  panelPage(['collectives', filters], page, (paging, signal) =>
    callList(listAllCollectives, { query: { ...filters, ...paging }, signal }),
  );
