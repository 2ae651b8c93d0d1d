import { type Head, listHead } from './shell.ts';

/** The head of the map: one page for search engines, whatever the filters. `path` follows `publicUrl`, an origin. */
export const mapHead = (publicUrl: string, path: string): Required<Head> =>
  listHead(
    {
      title: 'Mapa de actividades',
      description: 'Dónde son las mingas, jornadas y encuentros que vienen, en un mapa y en una lista.',
    },
    publicUrl,
    path,
  );
