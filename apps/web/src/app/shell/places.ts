import {
  IconAffiliate,
  IconCalendarHeart,
  IconCompass,
  IconHeartHandshake,
  IconPlus,
} from '@tabler/icons-react';

/** A member's five places, each named by what one does there. */
export const places = [
  { to: '/actividades', name: 'Explorar', Icon: IconCompass },
  { to: '/colectivos', name: 'Colectivos', Icon: IconAffiliate },
  { to: '/add-task', name: 'Crear Actividad', shortName: 'Crear', Icon: IconPlus },
  { to: '/tasks/voy-a-ir', name: 'Voy a ir', Icon: IconHeartHandshake },
  { to: '/tasks', name: 'Mis actividades', Icon: IconCalendarHeart },
] as const;

/** `activeOptions` of a link that is active on its own screen with any search parameters, and not on screens below it. */
export const exactMatch = { exact: true, includeSearch: false };
