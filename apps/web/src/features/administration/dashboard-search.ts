import type { Role } from '@minga/contract/accounts';
import { type PanelSearch, panelSearchIn } from './panel-search.ts';

/** The tabs of spec 001 section 2.7, as the address names them; 'Sistema' is ours. */
const tabNames = {
  estadisticas: 'Estadísticas',
  administradores: 'Administradores',
  crear: 'Crear Administrador',
  usuarios: 'Usuarios',
  actividades: 'Actividades',
  asistencias: 'Asistencias',
  sistema: 'Sistema',
} as const;
export type DashboardTab = keyof typeof tabNames;

const tabsByRole: Record<Role, readonly DashboardTab[]> = {
  user: [],
  admin: ['estadisticas', 'usuarios', 'actividades', 'asistencias', 'sistema'],
  superadmin: ['estadisticas', 'administradores', 'crear', 'sistema'],
};

/** What the address of the dashboard says. Each key is named, if only as undefined: the router would pass on the rest. */
export interface DashboardSearch extends PanelSearch {
  tab?: DashboardTab | undefined;
}

export const dashboardSearchIn = (search: Record<string, unknown>): DashboardSearch => ({
  tab: isTab(search.tab) ? search.tab : undefined,
  ...panelSearchIn(search),
});

const isTab = (name: unknown): name is DashboardTab =>
  typeof name === 'string' && Object.hasOwn(tabNames, name);

export const tabName = (tab: DashboardTab): string => tabNames[tab];

export const tabsOf = (role: Role): readonly DashboardTab[] => tabsByRole[role];

/** The tab to show to this role: one that it does not have gives way to the statistics. */
export const shownTab = (role: Role, { tab }: DashboardSearch): DashboardTab =>
  tab !== undefined && tabsByRole[role].includes(tab) ? tab : 'estadisticas';

/** What a tab is given: what the address says, and how to have it say something else. */
export interface TabProps {
  readonly search: DashboardSearch;
  /** `replace`: without a step of its own in the browser's history. */
  readonly onSearch: (search: DashboardSearch, options?: { replace?: boolean }) => void;
}
