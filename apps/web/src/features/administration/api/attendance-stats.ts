import { getAttendanceStats } from '@minga/contract/administration/attendances';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { figuresKey } from './panel-key.ts';

export const attendanceStatsQuery = queryOptions({
  queryKey: [...figuresKey, 'stats', 'attendance'],
  queryFn: ({ signal }) => call(getAttendanceStats, { signal }),
});
