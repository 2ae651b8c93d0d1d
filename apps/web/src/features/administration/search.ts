import { activityStatuses } from '@minga/contract/activities';
import type { listAllActivities } from '@minga/contract/administration/activities';
import { attendancesQuery, type listAllAttendances } from '@minga/contract/administration/attendances';
import type { listAllCollectives } from '@minga/contract/administration/collectives';
import type { listUsers } from '@minga/contract/administration/users';
import { collectiveStatuses } from '@minga/contract/collectives';
import { SEARCH_MAX } from '@minga/contract/search-values';
import type { Role } from '@minga/contract/session';
import * as z from 'zod/mini';
import type { FiltersOf } from './api.ts';

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
  sitio: 'Sitio',
  servidores: 'Otros servidores',
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
    ['sitio', 'confianza', 'textos', 'datos', 'servidores'],
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

/** The search parameters of the lists of the tabs; a missing one does not filter. */
interface PanelSearch {
  rol?: string | undefined;
  estado?: string | undefined;
  promocion?: string | undefined;
  q?: string | undefined;
  actividad?: string | undefined;
  usuario?: string | undefined;
  fecha?: string | undefined;
  pagina?: string | undefined;
}

/** Every key is set, if only to undefined: the router keeps the URL's value of a missing key. */
export const panelSearchIn = (search: Record<string, unknown>): PanelSearch => ({
  rol: textIn(search.rol),
  estado: textIn(search.estado),
  promocion: textIn(search.promocion),
  q: textIn(search.q)?.slice(0, SEARCH_MAX),
  actividad: textIn(search.actividad),
  usuario: textIn(search.usuario),
  fecha: textIn(search.fecha),
  pagina: pageIn(search) === 1 ? undefined : String(pageIn(search)),
});

/** The server's largest offset, in pages of ten. */
const PAGE_MAX = 1_000_000;

/** The page of a list; the first is 1. */
export function pageIn({ pagina }: { pagina?: unknown }): number {
  const page = /^[1-9]\d{0,6}$/.test(String(pagina)) ? Number(pagina) : 1;
  return Math.min(page, PAGE_MAX);
}

export const userFilters = ({ rol, estado, q }: PanelSearch): FiltersOf<typeof listUsers> => ({
  role: oneOf(['user', 'admin'], rol),
  status: oneOf(['active', 'inactive'], estado),
  search: q,
});

export const activityFilters = ({
  estado,
  promocion,
  q,
}: PanelSearch): Omit<FiltersOf<typeof listAllActivities>, 'date'> => ({
  status: oneOf(activityStatuses, estado),
  promoted: oneOf(['true', 'false'], promocion),
  search: q,
});

export const collectiveFilters = ({ estado, q }: PanelSearch): FiltersOf<typeof listAllCollectives> => ({
  status: oneOf(collectiveStatuses, estado),
  search: q,
});

export const attendanceFilters = ({
  actividad,
  usuario,
  fecha,
}: PanelSearch): FiltersOf<typeof listAllAttendances> => ({
  activityId: validOrUndefined(attendanceShape.activityId, actividad),
  userId: validOrUndefined(attendanceShape.userId, usuario),
  date: validOrUndefined(attendanceShape.date, fecha),
});

/** Whether any filter is set. */
export const hasFilters = (filters: object): boolean =>
  Object.values(filters).some(value => value !== undefined && value !== '');

const attendanceShape = attendancesQuery.shape;

/** Drops values that the server would reject. */
const validOrUndefined = <Value>(shape: z.ZodMiniType<Value>, value: string | undefined) =>
  z.safeParse(shape, value).data;

const oneOf = <const Value extends string>(values: readonly Value[], value: string | undefined) =>
  values.find(candidate => candidate === value);

// Invisible characters are never intended, and the API rejects them.
const invisible = /[\p{Cc}\p{Cf}]/gu;

const textIn = (value: unknown) =>
  (typeof value === 'string' && value.replace(invisible, ' ').trim()) || undefined;
