import { type Head, listHead } from './shell.ts';

/** The head of the calendar: one page for search engines, whatever the month. `path` follows `publicUrl`, an origin. */
export const calendarHead = (publicUrl: string, path: string): Required<Head> =>
  listHead(
    {
      title: 'Calendario de actividades',
      description: 'Un mes de mingas, jornadas y encuentros de tu comunidad, día por día.',
    },
    publicUrl,
    path,
  );
