/** Public screens that search engines may index; `/` and `/actividades` have routes of their own. */
export const publicScreens = ['/login', '/register', '/mapa', '/incrustar'];

/** Screens that need a session or a personal link. */
export const personalScreens = [
  '/verify-email',
  '/reset-password',
  '/confirm-email',
  '/segundo-factor',
  '/mi-asistencia',
  '/profile',
  '/mis-horas',
  '/adios',
  '/welcome',
  '/tasks',
  '/tasks/*',
  '/add-task',
  '/admin-dashboard',
  '/invitacion',
  '/colectivos/nuevo',
  '/colectivos/:slug/editar',
  '/colectivos/:slug/equipo',
];
