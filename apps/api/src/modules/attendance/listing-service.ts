import type { AttendanceStats } from '@minga/contract/administration/attendances';
import type { Transaction } from '../../platform/database/connection.ts';
import type { Paging } from '../../platform/database/paging.ts';
import type { Platform } from '../../platform/platform.ts';
import { lastWeeks } from '../../platform/weeks.ts';
import {
  type AttendanceFilter,
  countAttendances,
  listAttendances,
  type RegisteredRow,
} from './listing-repository.ts';
import { countStatistics } from './statistics-repository.ts';

/** One page of `total` attendances of all activities, the newest first. */
export const attendancesPage = (
  { db }: Pick<Platform, 'db'>,
  filter: AttendanceFilter,
  paging: Paging,
  total: number,
): Promise<RegisteredRow[]> => listAttendances(db, filter, paging, total);

export const countFiltered = ({ db }: Pick<Platform, 'db'>, filter: AttendanceFilter): Promise<number> =>
  countAttendances(db, filter);

/** Reads every attendance: not for each request. */
export const countAttendanceStatistics = (
  { settings }: Pick<Platform, 'settings'>,
  tx: Transaction,
  now: Date,
): Promise<AttendanceStats> => countStatistics(tx, lastWeeks(now, settings.timeZone), now);
