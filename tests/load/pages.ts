import { measureCall } from './measure-call.ts';
import { atLeast, type Row } from './row.ts';
import type { Part } from './site.ts';
import { upcomingIds } from './upcoming-ids.ts';

/** The public server-rendered pages. */
export const publicPages = (activityId: string): Record<string, string> => ({
  'landing page': '/',
  'catalogue page': '/actividades',
  'activity page': `/actividades/${activityId}`,
});

/** Server-rendered pages, without a session. */
export const pages: Part = {
  name: 'pages',
  async run(site) {
    const [id = ''] = await upcomingIds(site.pool, 1);
    const rows: Row[] = [];
    for (const [call, path] of Object.entries(publicPages(id))) {
      rows.push(await measureCall(site, { part: 'pages', call, request: { path }, aim: atLeast(0.5) }));
    }
    return rows;
  },
};
