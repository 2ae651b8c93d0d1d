import type { Role } from '@minga/contract/session';
import { type PanelSearch, panelSearchIn } from './panel-search.ts';

/** The tabs of spec 001 section 2.7 by their URL parameter; the others are additions to the spec. */
const tabNames = {
  estadisticas: 'Estadísticas',
  administradores: 'Administradores',
  crear: 'Crear Administrador',
  confianza: 'Confianza',
  usuarios: 'Usuarios',
  actividades: 'Actividades',
  reportes: 'Reportes',
  colectivos: 'Colectivos',
  asistencias: 'Asistencias',
  sistema: 'Sistema',
  datos: 'Datos personales',
  textos: 'Textos legales',
} as const;
export type DashboardTab = keyof typeof tabNames;

const tabsByRole: Record<Role, readonly DashboardTab[]> = {
  user: [],
  admin: ['estadisticas', 'reportes', 'usuarios', 'actividades', 'colectivos', 'asistencias', 'sistema'],
  superadmin: [
    'estadisticas',
    'administradores',
    'crear',
    'confianza',
    'reportes',
    'sistema',
    'datos',
    'textos',
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

export const tabsOf = (role: Role): readonly DashboardTab[] => tabsByRole[role];

/** The tab of the URL, or the statistics if the role does not have that tab. */
export const shownTab = (role: Role, { tab }: DashboardSearch): DashboardTab =>
  tab !== undefined && tabsByRole[role].includes(tab) ? tab : 'estadisticas';

/** A tab's props: the search parameters and the callback that changes them. */
export interface TabProps {
  readonly search: DashboardSearch;
  /** `replace`: without a history entry of its own. */
  readonly onSearch: (search: DashboardSearch, options?: { replace?: boolean }) => void;
}
