import {
  getAttendanceStats,
  listAllAttendances,
  removeAttendance,
} from '@minga/contract/administration/attendances';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { localDay } from '../../platform/local-time.ts';
import type { Platform } from '../../platform/platform.ts';
import { presentRegistered } from './attendance-presenter.ts';
import * as attendances from './attendance-service.ts';
import { attendanceStatistics } from './statistics-service.ts';

/** The list of all attendances for admins. */
export function registeredAttendanceRoutes(app: FastifyInstance, platform: Platform): void {
  const { timeZone } = platform.settings;
  const statistics = attendanceStatistics(platform);

  route(app, listAllAttendances, async ({ query }) => {
    const { activityId, userId, date, ...paging } = query;
    const day = date === undefined ? undefined : localDay(date, timeZone);
    const { rows, total } = await attendances.allAttendances(platform, { activityId, userId, day }, paging);
    return { rows: rows.map(presentRegistered), total };
  });

  route(app, getAttendanceStats, statistics);

  route(app, removeAttendance, async ({ params, session }) => {
    await attendances.removeAttendance(platform, session.user.id, params.id);
    return undefined;
  });
}
