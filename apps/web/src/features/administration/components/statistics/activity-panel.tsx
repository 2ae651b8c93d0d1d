import type { ActivityStats } from '@minga/contract/administration/activities';
import { useQuery } from '@tanstack/react-query';
import { activityStatsQuery } from '../../api/activity-stats.ts';
import type { DashboardSearch } from '../../dashboard-search.ts';
import { type Figure, Figures } from './figures.tsx';
import { type Share, ShareList } from './share-list.tsx';
import { StatPanel } from './stat-panel.tsx';

const listed = (search: DashboardSearch): DashboardSearch => ({ tab: 'actividades', ...search });

const figuresOf = (stats: ActivityStats): Figure[] => [
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

export const ActivityPanel = () => (
  <StatPanel
    title="Actividades"
    query={useQuery(activityStatsQuery)}
    fallback="Error al obtener estadísticas de actividades"
  >
    {stats => (
      <>
        <Figures figures={figuresOf(stats)} />
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
