import { listAllAttendances } from '@minga/contract/administration/attendances';
import { callList } from '../../../lib/api.ts';
import type { AttendanceFilters } from '../panel-search.ts';
import { panelPage } from './panel-page.ts';

/** All attendances, newest first. */
export const attendanceList = (filters: AttendanceFilters, page: number) =>
  panelPage(['attendances', filters], page, (paging, signal) =>
    callList(listAllAttendances, { query: { ...filters, ...paging }, signal }),
  );
