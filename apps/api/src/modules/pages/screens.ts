/** Screens of the app that anybody may open and a search engine may know; `/` and `/actividades` have routes of their own. */
export const publicScreens = ['/login', '/register'];

/** Screens for those who have signed in, or who follow a personal link. */
export const personalScreens = [
  '/verify-email',
  '/reset-password',
  '/confirm-email',
  '/mi-asistencia',
  '/profile',
  '/adios',
  '/welcome',
  '/tasks',
  '/tasks/*',
  '/add-task',
  '/admin-dashboard',
];
