import type { AttendanceStats } from '@minga/contract/administration/attendances';
import { useQuery } from '@tanstack/react-query';
import { now } from '../../../../lib/now.ts';
import { timeAgo } from '../../../../lib/time-ago.ts';
import { attendanceStatsQuery } from '../../api/attendance-stats.ts';
import classes from './attendance-panel.module.css';
import { type Figure, Figures } from './figures.tsx';
import { type Share, ShareList } from './share-list.tsx';
import { StatPanel } from './stat-panel.tsx';
import { WeekChart } from './week-chart.tsx';

const EMPTY = 'Todavía no hay asistencias.';

const figuresOf = (stats: AttendanceStats): Figure[] => [
  { name: 'Total', count: stats.totalAttendances, search: { tab: 'asistencias' } },
  { name: 'Usuarios únicos', count: stats.uniqueUsersAttended },
  { name: 'Actividades con asistencias', count: stats.activitiesWithAttendances },
];

const topActivities = ({ topActivities: top }: AttendanceStats): Share[] =>
  top.map(({ activityId, title, count }) => ({
    id: activityId,
    name: title,
    count,
    search: { tab: 'asistencias', actividad: activityId },
  }));

// A visitor has no account id, and two visitors may have the same name.
const topUsers = ({ topUsers: top }: AttendanceStats): Share[] =>
  top.map(({ userId, username, count }, index) => ({
    id: userId ?? `visitante-${index}`,
    name: username,
    count,
    search: userId === null ? undefined : { tab: 'asistencias', usuario: userId },
  }));

export const AttendancePanel = () => (
  <StatPanel
    title="Asistencias"
    query={useQuery(attendanceStatsQuery)}
    fallback="Error al obtener estadísticas de asistencias"
  >
    {stats => (
      <>
        <Figures figures={figuresOf(stats)} />
        <p className={classes.counted}>{`Contado ${timeAgo(stats.countedAt, now())}.`}</p>
        <div className={classes.parts}>
          <WeekChart title="Asistencias confirmadas" weeks={stats.attendancesByWeek} />
          <ShareList
            title="Top 5 de actividades"
            shares={topActivities(stats)}
            total={stats.totalAttendances}
            empty={EMPTY}
            isRanked
          />
          <ShareList
            title="Top 5 de usuarios"
            shares={topUsers(stats)}
            total={stats.totalAttendances}
            empty={EMPTY}
            isRanked
          />
        </div>
      </>
    )}
  </StatPanel>
);
