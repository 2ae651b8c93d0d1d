import { Skeleton, VisuallyHidden } from '@mantine/core';
import { type ActivityStats, getActivityStats } from '@minga/contract/administration/activities';
import { type AttendanceStats, getAttendanceStats } from '@minga/contract/administration/attendances';
import { getUserStats, type UserStats } from '@minga/contract/administration/users';
import type { WeekCount } from '@minga/contract/administration/week-count';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type CSSProperties, type ReactNode, useId } from 'react';
import { LoadingStatus } from '../../components/page/loading-status.tsx';
import { calendarLeafParts, dayDate } from '../../lib/dates/dates.ts';
import { now } from '../../lib/dates/now.ts';
import { timeAgo } from '../../lib/dates/time-ago.ts';
import { digits } from '../../lib/digits.ts';
import { query } from '../../lib/server/queries.ts';
import { figures } from './api.ts';
import { Loaded } from './errors.tsx';
import { type Figure, Figures } from './figures.tsx';
import type { DashboardSearch } from './search.ts';
import classes from './statistics.module.css';

/** 'Estadísticas' of an admin (docs/rules.md R6.8). */
export const StatisticsPanels = () => (
  <div className={`stack gap-xl ${classes.panels}`}>
    <UserPanel />
    <ActivityPanel />
    <div className={classes.wide}>
      <AttendancePanel />
      <a href="/api/admin/impact.csv" download className="target link">
        Descargar el impacto por mes y colectivo (CSV)
      </a>
    </div>
  </div>
);

const figuresOf = (stats: UserStats): Figure[] => [
  { name: 'Total', count: stats.totalUsers, search: { tab: 'usuarios' } },
  { name: 'Activos', count: stats.activeUsers, search: { tab: 'usuarios', estado: 'active' } },
  { name: 'Inactivos', count: stats.inactiveUsers, search: { tab: 'usuarios', estado: 'inactive' } },
  { name: 'Regulares', count: stats.regularUsers, search: { tab: 'usuarios', rol: 'user' } },
  { name: 'Administradores', count: stats.admins, search: { tab: 'usuarios', rol: 'admin' } },
];

const UserPanel = () => (
  <StatPanel
    title="Usuarios"
    stats={useQuery({ ...query(getUserStats), ...figures })}
    fallback="Error al obtener estadísticas de usuarios"
  >
    {stats => (
      <>
        <Figures figures={figuresOf(stats)} />
        <WeekChart title="Cuentas nuevas" weeks={stats.registrationsByWeek} />
      </>
    )}
  </StatPanel>
);

interface Props<Stats> {
  title: string;
  stats: UseQueryResult<Stats>;
  /** Shown in the banner if the query fails without a message from the server. */
  fallback: string;
  /** The content once the data is loaded. */
  children: (stats: Stats) => ReactNode;
}

/** The figures of one subject, which load and fail independently of the others. */
function StatPanel<Stats>({ title, stats, fallback, children }: Props<Stats>) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} aria-busy={stats.isFetching} className={`card ${classes.panel}`}>
      <h2 id={headingId} className={`title ${classes.panelTitle}`}>
        {title}
      </h2>
      <Loaded
        query={stats}
        fallback={fallback}
        errorText="No pudimos traer estas cifras."
        loading={<LoadingSkeleton />}
      >
        {children}
      </Loaded>
    </section>
  );
}

const LoadingSkeleton = () => (
  <>
    <LoadingStatus text="Cargando estadísticas..." isHidden />
    <div className="stack gap-l" aria-hidden="true">
      <Skeleton className={classes.figures ?? ''} />
      <Skeleton height={265} />
    </div>
  </>
);

interface WeekChartProps {
  title: string;
  weeks: readonly WeekCount[];
}

/** Longer numbers do not fit above a bar. */
const ABOVE_A_BAR_MAX = 99_999;

/** The count of each week: a list of numbers with bars, side by side on wide screens. */
function WeekChart({ title, weeks }: WeekChartProps) {
  const headingId = useId();
  const most = Math.max(1, ...weeks.map(({ count }) => count));
  return (
    <div className={classes.chart}>
      <h3 id={headingId} className={classes.title}>
        {title}
      </h3>
      <p className={`soft fine ${classes.hint}`}>Por semanas, desde el lunes. La última no ha terminado.</p>
      <ol
        aria-labelledby={headingId}
        className={classes.weeks}
        data-rows={most > ABOVE_A_BAR_MAX || undefined}
      >
        {weeks.map(({ week, count }) => (
          <li key={week} className={classes.week} style={{ '--minga-share': count / most } as CSSProperties}>
            <span className={`soft ${classes.when}`}>
              <VisuallyHidden>{`Semana del ${dayDate(noon(week), 'UTC')}: `}</VisuallyHidden>
              <span aria-hidden="true">{shortDay(week)}</span>
            </span>
            <span className={classes.weekTrack} aria-hidden="true">
              <span className={classes.weekBar} />
            </span>
            <span className={`strong ${classes.weekCount}`}>{digits(count)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The week is a day in the site's time zone, so it is formatted in UTC. */
const noon = (week: string) => new Date(`${week}T12:00:00Z`);

function shortDay(week: string): string {
  const { day, month } = calendarLeafParts(noon(week), 'UTC');
  return `${day} ${month}`;
}

const listed = (search: DashboardSearch): DashboardSearch => ({ tab: 'actividades', ...search });

const activityPanelFiguresOf = (stats: ActivityStats): Figure[] => [
  { name: 'Total', count: stats.totalActivities, search: listed({}) },
  {
    name: 'Pendientes',
    count: stats.pendingActivities,
    search: listed({ estado: 'pending' }),
    isUrgent: true,
  },
  { name: 'Aprobadas', count: stats.approvedActivities, search: listed({ estado: 'approved' }) },
  { name: 'Rechazadas', count: stats.rejectedActivities, search: listed({ estado: 'rejected' }) },
  { name: 'Promocionadas', count: stats.promotedActivities, search: listed({ promocion: 'true' }) },
];

const sharesOf = (stats: ActivityStats): Share[] => [
  { id: 'pending', name: 'Pendientes', count: stats.pendingActivities, tone: 'sky' },
  { id: 'approved', name: 'Aprobadas', count: stats.approvedActivities, tone: 'forest' },
  { id: 'rejected', name: 'Rechazadas', count: stats.rejectedActivities, tone: 'clay' },
];

const ActivityPanel = () => (
  <StatPanel
    title="Actividades"
    stats={useQuery({ ...query(getActivityStats), ...figures })}
    fallback="Error al obtener estadísticas de actividades"
  >
    {stats => (
      <>
        <Figures figures={activityPanelFiguresOf(stats)} />
        <ShareList
          title="Actividades por estado"
          shares={stats.totalActivities > 0 ? sharesOf(stats) : []}
          total={stats.totalActivities}
          empty="Todavía no hay actividades."
        />
      </>
    )}
  </StatPanel>
);

interface Share {
  readonly id: string;
  readonly name: string;
  readonly count: number;
  readonly tone?: 'forest' | 'sky' | 'clay' | 'maize';
  /** The list of the counted entries. */
  readonly search?: DashboardSearch | undefined;
}

interface ShareListProps {
  title: string;
  shares: readonly Share[];
  total: number;
  /** The empty state. */
  empty: string;
  /** Renders an ordered list. */
  isRanked?: boolean;
}

/** Parts of a total, each with its name, count, rounded percentage and bar. */
function ShareList({ title, shares, total, empty, isRanked = false }: ShareListProps) {
  const headingId = useId();
  const List = isRanked ? 'ol' : 'ul';
  return (
    <div className={classes.part}>
      <h3 id={headingId} className={classes.title}>
        {title}
      </h3>
      {shares.length === 0 ? (
        <p className="soft">{empty}</p>
      ) : (
        <List aria-labelledby={headingId} className={`stack gap-s ${classes.list}`}>
          {shares.map(share => (
            <ShareEntry key={share.id} {...share} total={total} />
          ))}
        </List>
      )}
    </div>
  );
}

function ShareEntry({ name, count, tone = 'forest', search, total }: Share & { total: number }) {
  return (
    <li className={classes.entry}>
      <span className={`row ${classes.line}`}>
        {search ? (
          <Link to="/admin-dashboard" search={search} className={`target link ${classes.link}`}>
            {name}
          </Link>
        ) : (
          <span className={`strong ${classes.name}`}>{name}</span>
        )}
        <span className={`soft ${classes.count}`}>{`${digits(count)} · ${percentOf(count, total)}`}</span>
      </span>
      <span className={classes.track} aria-hidden="true">
        <span
          className={`${classes.bar} ${classes[tone]}`}
          style={{ '--minga-share': total > 0 ? count / total : 0 } as CSSProperties}
        />
      </span>
    </li>
  );
}

/** A share in whole percent, '33 %' (docs/rules.md R6.8); '0 %' if the total is zero. */
export function percentOf(count: number, total: number): string {
  const share = total > 0 ? Math.round((100 * count) / total) : 0;
  return `${share}\u00a0%`;
}

const EMPTY = 'Todavía no hay asistencias.';

const attendancePanelFiguresOf = (stats: AttendanceStats): Figure[] => [
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

const AttendancePanel = () => (
  <StatPanel
    title="Asistencias"
    stats={useQuery({ ...query(getAttendanceStats), ...figures })}
    fallback="Error al obtener estadísticas de asistencias"
  >
    {stats => (
      <>
        <Figures figures={attendancePanelFiguresOf(stats)} />
        <p className={`soft fine ${classes.counted}`}>{`Contado ${timeAgo(stats.countedAt, now())}.`}</p>
        <div className={`stack ${classes.parts}`}>
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
