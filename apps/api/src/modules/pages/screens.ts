/** Public screens that search engines may index; the server-rendered ones have routes of their own. */
export const publicScreens = ['/login', '/register', '/incrustar'];

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
