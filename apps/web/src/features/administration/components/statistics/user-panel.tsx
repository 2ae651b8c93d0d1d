import type { UserStats } from '@minga/contract/administration/users';
import { useQuery } from '@tanstack/react-query';
import { userStatsQuery } from '../../api/user-stats.ts';
import { type Figure, Figures } from './figures.tsx';
import { StatPanel } from './stat-panel.tsx';
import { WeekChart } from './week-chart.tsx';

const figuresOf = (stats: UserStats): Figure[] => [
  { name: 'Total', count: stats.totalUsers, search: { tab: 'usuarios' } },
  { name: 'Activos', count: stats.activeUsers, search: { tab: 'usuarios', estado: 'active' } },
  { name: 'Inactivos', count: stats.inactiveUsers, search: { tab: 'usuarios', estado: 'inactive' } },
  { name: 'Regulares', count: stats.regularUsers, search: { tab: 'usuarios', rol: 'user' } },
  { name: 'Administradores', count: stats.admins, search: { tab: 'usuarios', rol: 'admin' } },
];

export const UserPanel = () => (
  <StatPanel
    title="Usuarios"
    query={useQuery(userStatsQuery)}
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
