import type { Role } from '@minga/contract/session';
import { type PanelSearch, panelSearchIn } from './panel-search.ts';

/** The tabs by their URL parameter (docs/rules.md R6.8). */
const tabNames = {
  hoy: 'Hoy',
  estadisticas: 'Estadísticas',
  administradores: 'Administradores',
  crear: 'Crear Administrador',
  confianza: 'Confianza',
  usuarios: 'Usuarios',
  actividades: 'Actividades',
  revision: 'Por revisar',
  reportes: 'Reportes',
  colectivos: 'Colectivos',
  asistencias: 'Asistencias',
  sistema: 'Sistema',
  datos: 'Datos personales',
  textos: 'Textos legales',
} as const;
export type DashboardTab = keyof typeof tabNames;

/** In groups: what is to do, whom and what it is about, the site. Admins decide what is held in the lists of its kind. */
const groupsByRole: Record<Role, readonly (readonly DashboardTab[])[]> = {
  user: [],
  admin: [
    ['hoy', 'reportes'],
    ['actividades', 'colectivos', 'usuarios', 'asistencias'],
    ['estadisticas', 'sistema'],
  ],
  superadmin: [
    ['hoy', 'revision'],
    ['administradores', 'crear'],
    ['confianza', 'textos', 'datos'],
    ['estadisticas', 'sistema'],
  ],
};

/** The search parameters of the dashboard. Every key is set, if only to undefined: the router keeps the URL's value of a missing key. */
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

export const tabGroupsOf = (role: Role): readonly (readonly DashboardTab[])[] => groupsByRole[role];

/** The tab of the URL, or what is to do today if the role does not have that tab. */
export const shownTab = (role: Role, { tab }: DashboardSearch): DashboardTab =>
  tab !== undefined && groupsByRole[role].flat().includes(tab) ? tab : 'hoy';

/** A tab's props: the search parameters and the callback that changes them. */
export interface TabProps {
  readonly search: DashboardSearch;
  /** `replace`: without a history entry of its own. */
  readonly onSearch: (search: DashboardSearch, options?: { replace?: boolean }) => void;
}
