import { IconAffiliate, IconCalendarEvent, IconCalendarHeart, IconPlus } from '@tabler/icons-react';
import { type LinkProps, useMatches } from '@tanstack/react-router';

/** The places of the bars and the menu. Each has one name, and `below` are the addresses that also belong to it. */
export const agenda = {
  to: '/actividades',
  name: 'Agenda',
  Icon: IconCalendarEvent,
  below: ['/actividades', '/mapa', '/calendario'],
} as const;

export const map = { to: '/mapa', name: 'Mapa' } as const;

export const collectives = {
  to: '/colectivos',
  name: 'Colectivos',
  Icon: IconAffiliate,
  below: ['/colectivos'],
} as const;

// The names of these two are specified (docs/rules.md R7.7).
export const own = {
  to: '/tasks',
  name: 'Mis actividades',
  Icon: IconCalendarHeart,
  below: ['/tasks', '/mis-horas'],
} as const;

export const creation = { to: '/add-task', name: 'Crear Actividad', Icon: IconPlus } as const;

/** The path of the current screen's route, with the names of its parameters. */
export const useScreen = (): string => useMatches({ select: matches => matches.at(-1)?.fullPath ?? '' });

/** The activity or collective that is shown, to which a sign-in from its screen leads back (docs/rules.md R2.12). */
export const useReturnPath = (): string | undefined =>
  useMatches({
    select: matches => {
      const { pathname = '' } = matches.at(-1) ?? {};
      return /^\/(actividades|colectivos)\/./.test(pathname) ? pathname : undefined;
    },
  });

/** Screens of one thing, which need the whole height of a phone: they have no tab bar. */
const WITHOUT_TABS: readonly string[] = [
  '/actividades/$id',
  '/add-task',
  '/tasks/$id',
  '/tasks/$id/$tab',
] satisfies LinkProps['to'][];

/** Whether the current screen has the tab bar. The form has none, and its result, which leads on, has it. */
export const useHasTabs = (): boolean =>
  useMatches({
    select: matches => {
      const { fullPath = '', search = {} } = matches.at(-1) ?? {};
      return !WITHOUT_TABS.includes(fullPath) || ('publicada' in search && search.publicada !== undefined);
    },
  });

/** `activeOptions` of a link that is active on its own screen with any search parameters, and not on screens below it. */
export const exactMatch = { exact: true, includeSearch: false };
